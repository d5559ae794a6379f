"""The engine of runs: works through the cells of a plan, many calls at once, and stores each result as it arrives.

A call's place is free again only when its record is stored, so that a crash loses no more than the calls in flight.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import replace
from pathlib import Path

from graphcore.errors import EdgewiseError, InputError, ModelError, StoreError
from graphcore.models import Connections, Model, Request, get_model
from graphcore.models.retries import stream_patiently
from graphcore.records import Reply
from graphcore.runs.lease import new_owner
from graphcore.runs.plan import Cell, cells
from graphcore.runs.process import on_signals, seldom_collected
from graphcore.runs.questions import Question, questions
from graphcore.runs.records import Record, reply_key
from graphcore.runs.store import Run, Store
from graphcore.runs.writer import Result, Writer

FINAL = ("context", "problem")
"""Kinds of errors that another try would only repeat."""

STOPPING = ("authentication", "quota")
"""Kinds of errors that end all work with a model, because every other call would meet them too."""

UNCACHED = ("baseline", "scripted")
"""Providers that answer by the problem and not by the prompt, in no time."""

WATCH_S = 0.4
"""How often the engine looks whether it is to pause or cancel; a cancelled run stops calling within two seconds."""

GRACE_S = 20.0
"""How long a pausing run waits for the calls in flight."""

SAY_S = 2.0
"""How often progress is told."""

CONCURRENCY = {"local": 1, "baseline": 4}
"""Calls at once where the plan does not say; 8 for every other provider."""


def pending(store: Store, run: Run, only_errors: bool = False) -> list[Cell]:
    """The cells still to be asked: those without a record, and those whose call failed and may be repeated."""
    kept = store.kept(run.id)
    again = {key for key, error in kept.items() if error and error not in FINAL}
    return [cell for cell in cells(run.plan) if cell.key in again or (cell.key not in kept and not only_errors)]


def work(
    store: Store,
    run_id: str,
    connections: Connections,
    only_errors: bool = False,
    say: Callable[[str], None] = lambda text: None,
    owner: str = "",
) -> Run:
    """Work on a run until it is finished, paused or cancelled, and return how it stands; Ctrl-C pauses it.

    `owner` is the name under which this process may hold the run already. Raises InputError for an unknown run or an
    unreadable plan, StoreError if the database fails or another process works on the run; what is stored is safe in
    each case.
    """
    run, owner = store.run(run_id), owner or new_owner()
    store.acquire(run_id, owner)
    stop, message = "pause", ""
    try:
        todo = pending(store, run, only_errors)
        with seldom_collected():
            stop, message = asyncio.run(_Engine(store, run, owner, connections, say).work(todo))
    except KeyboardInterrupt:
        say("Paused before the first call.")
    except EdgewiseError as error:
        with suppress(StoreError):
            store.release(run_id, owner, "paused", str(error))
        raise
    whole = not message and len(store.kept(run_id)) >= run.cells
    state = "cancelled" if stop == "cancel" else "finished" if whole else "paused"
    store.release(run_id, owner, state, message)
    return store.run(run_id)


class _Engine:
    """One process's work on one run."""

    def __init__(
        self, store: Store, run: Run, owner: str, connections: Connections, say: Callable[[str], None]
    ) -> None:
        self.store, self.run, self.owner, self.say = store, run, owner, say
        self.plan = run.plan
        self.connections = self.plan.connections(connections)
        self.stop = ""
        self.closed: dict[str, str] = {}
        self.calls: list[asyncio.Task[None]] = []
        self.questions = questions()

    async def work(self, todo: list[Cell]) -> tuple[str, str]:
        """Ask all of `todo`; returns what stopped it ("", "pause" or "cancel") and what there is to say."""
        self.left = Counter(cell.model for cell in todo)
        self.writer = Writer(self.store, self.run.id, self.owner)
        try:
            with on_signals(self._interrupt):
                self.cached = await asyncio.to_thread(self.store.reply_keys) if self.plan.cache else set()
                async with asyncio.TaskGroup() as group:
                    group.create_task(self.writer.write())
                    watches = [group.create_task(self._watch()), group.create_task(self._tell())]
                    await self._ask(todo)
                    self.writer.close()
                    for watch in watches:
                        watch.cancel()
        except BaseExceptionGroup as group_of_errors:
            raise _first(group_of_errors) from None
        finally:
            self.questions.close()
        return self.stop, " ".join(dict.fromkeys(self.closed.values()))

    def halt(self, wanted: str) -> None:
        """Begin no more calls; a cancelled run also drops those in flight, a paused one if they take too long."""
        if wanted and self.stop not in (wanted, "cancel"):
            self.stop = wanted
            asyncio.get_running_loop().call_later(0 if wanted == "cancel" else GRACE_S, self._drop)

    def _interrupt(self) -> None:
        if self.stop:
            self._drop()
        else:
            self.say("Pausing when the calls in flight have ended; Ctrl-C again drops them.")
            self.halt("pause")

    def _drop(self) -> None:
        for call in self.calls:
            call.cancel()

    async def _ask(self, todo: list[Cell]) -> None:
        shares = {name: [cell for cell in todo if cell.model == name] for name in self.plan.models}
        self.calls = [asyncio.create_task(self._drive(name, share)) for name, share in shares.items() if share]
        for ended in await asyncio.gather(*self.calls, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    async def _drive(self, name: str, share: list[Cell]) -> None:
        """Ask one model all its cells, so many at once as the plan allows."""
        most = self.plan.settings(name).concurrency or CONCURRENCY.get(name.partition("/")[0], 8)
        count, queue = min(most, len(share)), iter(share)
        async with AsyncExitStack() as stack:
            try:
                model = _usable(name, self.connections)
                # Each place has a pool of its own: a pool looks at all its connections for every call.
                places = [await stack.enter_async_context(model.connected()) for _ in range(count)]
            except (InputError, ModelError) as error:
                self.closed[name] = str(error)
                return
            async with asyncio.TaskGroup() as group:
                for place in places:
                    group.create_task(self._serve(place, queue))

    async def _serve(self, model: Model, queue: Iterator[Cell]) -> None:
        for cell in queue:
            if self.stop or cell.model in self.closed:
                return
            result = await self._result(model, cell)
            await self.writer.save(result)
            self.left[cell.model] -= 1
            error = result.record.error if result.record else None
            if error is not None and error.kind in STOPPING:
                self.closed[cell.model] = str(error)

    async def _result(self, model: Model, cell: Cell) -> Result:
        try:
            return await self._asked(model, cell)
        except EdgewiseError:
            raise
        except Exception as error:
            # A fault of ours in one cell must not keep the others from being asked, now and at every resume.
            return Result(Record(cell, "", error=ModelError("internal", _report(error))))

    async def _asked(self, model: Model, cell: Cell) -> Result:
        try:
            question = await self.questions.get(replace(cell, strategy="", model="", repeat=0))
        except InputError as error:
            return Result(Record(cell, "", error=ModelError("problem", str(error))))
        problem = question.problem
        record = Record(cell, problem.id, question.hash)
        replies: list[Reply] = []
        new: dict[str, Reply] = {}
        try:
            for draw in range(cell.drawn.draws):
                if new:
                    # What was paid for is kept, should a later draw fail or the process end.
                    await self.writer.save(Result(replies=new))
                key = self._key(model, cell, question, draw)
                replies.append(await self._known(key) or await self._called(model, cell, question, draw))
                new = {key: replies[-1]} if key and not replies[-1].cached else {}
        except ModelError as error:
            return Result(replace(record, error=error), problem)
        return Result(replace(record, decision=cell.drawn.decide(problem, replies)), problem, new)

    async def _known(self, key: str) -> Reply | None:
        if key not in self.cached:
            return None
        text = await asyncio.to_thread(self.store.reply, key)
        return replace(Reply.from_json(json.loads(text)), cached=True) if text else None

    async def _called(self, model: Model, cell: Cell, question: Question, draw: int) -> Reply:
        settings = self.plan.settings(cell.model)
        request = Request(
            question.messages,
            question.problem,
            self.plan.temperature(cell),
            settings.max_tokens,
            draw=cell.repeat * cell.drawn.draws + draw,
            thinking=settings.thinking,
            whole=True,
        )
        rng = random.Random(cell.key)
        async with aclosing(stream_patiently(model, request, rng, settings.retries)) as events:
            async for event in events:
                if isinstance(event, Reply):
                    return event
        raise ModelError("server", f"{cell.model} ended without a reply; resume the run to ask again.")

    def _key(self, model: Model, cell: Cell, question: Question, draw: int) -> str:
        if not self.plan.cache or cell.model.partition("/")[0] in UNCACHED:
            return ""
        settings = self.plan.settings(cell.model)
        parameters = {name: getattr(settings, name) for name in ("max_tokens", "thinking")}
        parameters["temperature"] = self.plan.temperature(cell)
        return reply_key(cell.model, model.address, parameters, question.messages, [cell.repeat, draw])

    async def _watch(self) -> None:
        while True:
            self.halt(await asyncio.to_thread(self.store.beat, self.run.id, self.owner))
            await asyncio.sleep(WATCH_S)

    async def _tell(self) -> None:
        """Say the rate and the time left, which is that of the slowest model, now and then."""
        before, loop = self.left.copy(), asyncio.get_running_loop()
        started = loop.time()
        while True:
            await asyncio.sleep(SAY_S)
            spent, ended = loop.time() - started, before - self.left
            waits = [self.left[name] * spent / ended[name] if ended[name] else math.inf for name in +self.left]
            left = f", about {max(waits):.0f} s left" if waits and max(waits) < math.inf else ""
            done, rate = self.run.cells - self.left.total(), ended.total() / spent
            self.say(f"{done:,} of {self.run.cells:,} cells, {rate:.1f} a second{left}")


def _report(error: Exception) -> str:
    """Where an unforeseen exception was raised; its own text may hold anything, a key among others."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"
    return f"Edgewise failed on this cell ({where}); report it, and resume the run with a mended version."


def _usable(name: str, connections: Connections) -> Model:
    """The model of that id; raises InputError, and ModelError where it cannot be called here."""
    model = get_model(name, connections)
    if not (status := model.status()).usable:
        raise ModelError("unavailable", f"{name}: {status.reason}")
    return model


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error in a group that there is a sentence for, else just the first."""
    error: BaseException = group.subgroup(EdgewiseError) or group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
