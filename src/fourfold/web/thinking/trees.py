"""Trees of searches: an agent thinks about a position, and shows what it has looked at."""

from typing import NamedTuple

from fourfold.agents.base import BaseAgent, Decision
from fourfold.agents.registry import look_up
from fourfold.agents.trees import check_shows_tree
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.search.tree import TreeRequest
from fourfold.support.lru import LruCache
from fourfold.web.quotas.clients import Client
from fourfold.web.thinking.agent_cache import make_agent
from fourfold.web.thinking.pool import WorkerPool
from fourfold.web.thinking.search_jobs import ClientJobs, SearchJob

MEMORY = 16
"""MB for the search; the first plies of a few seconds need no more."""
MAX_AT_ONCE = 2
"""Trees of one client that wait or run; the oldest makes way for a new one."""
_CACHED = 32


class TreeQuestion(NamedTuple):
    """Who thinks about what, how deep, and how much of it is shown."""

    spec: str
    position: Position
    depth: int | None
    request: TreeRequest


class TreeJob(SearchJob[Decision]):
    """A job of the pool: one decision whose search is recorded."""

    name = "fourfold-tree"

    def __init__(self, question: TreeQuestion, seconds: float, client: Client) -> None:
        super().__init__(client)
        self.question = question
        self.seconds = seconds

    def search(self, stop: Stop) -> Decision:
        spec, position, depth, request = self.question
        limit = Limit(self.seconds, depth=depth)
        agent = make_agent(spec, MEMORY)
        check_shows_tree(spec, agent)
        assert isinstance(agent, BaseAgent)
        decision: Decision = agent.choose_with_tree(position, limit, stop, request=request)
        return decision


class TreeService:
    """Trees that were asked for of late, and those that are being made. On the event loop."""

    def __init__(self, pool: WorkerPool, most_seconds: float) -> None:
        self._pool = pool
        self._most_seconds = most_seconds
        self._known: LruCache[TreeQuestion, Decision] = LruCache(_CACHED)
        self.jobs = ClientJobs(pool, MAX_AT_ONCE, "tree")

    def known(self, question: TreeQuestion) -> Decision | None:
        """Return the answer to the same question, if it was asked before."""
        return self._known.get(question)

    def start(self, question: TreeQuestion, client: Client) -> TreeJob:
        """Start a search; InvalidAgent at once if the agent has no tree."""
        kind, _ = look_up(question.spec)
        check_shows_tree(question.spec, kind.make)
        job = TreeJob(question, self._most_seconds, client)
        job.seconds = self._pool.share(job, job.seconds)
        self.jobs.start(job)
        return job

    def close(self) -> None:
        """Shut down: cancel every search and release the requests that wait."""
        self.jobs.close()

    def result(self, job: TreeJob) -> Decision:
        """Return the decision of a job that is done, and cache it."""
        decision = self.jobs.result(job)
        self._known.put(job.question, decision)
        return decision
