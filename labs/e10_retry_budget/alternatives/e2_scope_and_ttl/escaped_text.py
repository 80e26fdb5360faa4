"""A text as the key, as a store over the network wants it: each name escaped, so that the colon is ours alone."""



def escaped(name):
    return name.replace("%", "%25").replace(":", "%3A")


class RetryBudget:
    def __init__(self, counters, limit, ttl, gaps, refresh=False):
        longest = sorted(gaps)[-1]
        spans = 1 if refresh else limit - 1
        if not ttl > spans * longest:
            raise ValueError("the time to live cannot hold")
        self.counters, self.ttl, self.refresh = counters, ttl, refresh

    def spend(self, job, error):
        name = ":".join(["retry", escaped(job.id), escaped(error.step)])
        return self.counters.incr_with_ttl(name, self.ttl, refresh=self.refresh)
