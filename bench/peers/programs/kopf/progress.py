"""The events on standard output, and which Websites are still to be reconciled for the first time."""
import json


def emit(event: str, **fields: int) -> None:
    print(json.dumps({'event': event, **fields}, separators=(',', ':')), flush=True)


class Progress:
    def __init__(self) -> None:
        self._begun = False
        self._complete = False
        self._total = 0
        # Reconciled before the Websites at sync time were known.
        self._early: set[tuple[str, str]] = set()
        # There at sync time and not yet reconciled; None before.
        self._missing: set[tuple[str, str]] | None = None

    def synced(self, websites: set[tuple[str, str]], objects: int) -> None:
        emit('synced', objects=objects)
        self._total = len(websites)
        self._missing = websites - self._early
        self._emit_if_complete()

    def reconcile_begins(self) -> None:
        if not self._begun:
            self._begun = True
            emit('first-reconcile')

    def reconciled(self, website: tuple[str, str]) -> None:
        if self._missing is None:
            self._early.add(website)
        elif not self._complete:
            self._missing.discard(website)
            self._emit_if_complete()

    def _emit_if_complete(self) -> None:
        if not self._missing and not self._complete:
            self._complete = True
            emit('seen', objects=self._total)
