"""Real faults from public reports, re-enacted: the wrong variant shows the symptom, the right one does not."""
