/** Every error `core` can raise. */
import { defineErrors } from './error.ts'

export const coreErrors = defineErrors({
  KW_CORE_DURATION: {
    summary: 'A duration could not be read.',
    cause: 'The text has no unit, an unknown unit, or the number is negative or not finite.',
    remedy: "Write a number and one of ms, s, m, h, d: '30s', '1.5h', '1h30m'.",
  },
  KW_CORE_REFERENCE: {
    summary: 'A reference to an object could not be read.',
    cause: 'The text has more than one slash, or an empty part.',
    remedy: "Write 'namespace/name', or the name alone for a cluster-scoped object.",
  },
  KW_CORE_API_VERSION: {
    summary: 'An apiVersion could not be read.',
    cause: 'The text has more than one slash, or an empty part.',
    remedy: "Write 'group/version', or the version alone for the core group.",
  },
  KW_CORE_RESOURCE_VERSION: {
    summary: 'A resourceVersion could not be compared.',
    cause: 'It is empty or not a decimal number; perhaps it was made up rather than returned by an API server.',
    remedy: 'Compare only versions an API server returned for stored objects and lists.',
  },
  KW_CORE_LABEL_SELECTOR: {
    summary: 'A label selector could not be read or used.',
    cause:
      'It does not follow the grammar, holds a key, a value or an operator that no API server accepts, or is no selector: bare labels, or a value that is missing.',
    remedy:
      "Write requirements such as 'app=web', 'tier in (web,api)', 'release' or '!legacy', joined by commas; or { matchLabels: { app: 'web' } }.",
  },
  KW_CORE_FIELD_SELECTOR: {
    summary: 'A field selector could not be read or written.',
    cause:
      'A term has no = or !=, a value holds , = or \\ without a backslash before it, is missing or not text, or a field has no usable name.',
    remedy: "Write terms such as 'metadata.name=blog' or 'status.phase!=Failed', joined by commas.",
  },
  KW_CORE_TIME: {
    summary: 'A time could not be read.',
    cause: 'The text is not an RFC 3339 time, or the number is not finite.',
    remedy: "Write a time such as '2026-01-01T00:00:00Z'.",
  },
  KW_CORE_CLOCK_BUSY: {
    summary: 'A virtual clock did not come to rest.',
    cause: 'Timers keep scheduling timers, or one waits longer than the test allows.',
    remedy: 'Stop what schedules them, or give it more time.',
  },
  KW_CORE_CLOCK_MOVING: {
    summary: 'A virtual clock was moved while it moved.',
    cause: 'Two advance() calls overlap, or a timer moves the clock that runs it.',
    remedy: 'Await the first advance() before you start another.',
  },
  KW_CORE_OWNER: {
    summary: 'An object could not be made the owner of another.',
    cause:
      'Another controller manages the object, the owner is not stored yet, or the two are in different namespaces.',
    remedy: 'Own only objects of your own namespace that nobody else controls.',
  },
  KW_CORE_JSON_POINTER: {
    summary: 'A JSON Pointer could not be read.',
    cause: 'It does not start with a slash, or a tilde is followed by neither 0 nor 1.',
    remedy: "Write '/spec/replicas'; inside a key write ~1 for / and ~0 for ~.",
  },
  KW_CORE_QUANTITY: {
    summary: 'A quantity could not be read or used.',
    cause: 'The text is not a number with one of the suffixes Kubernetes knows, or it is too large to be meant.',
    remedy: "Write a number and perhaps a suffix: '500m', '2', '1.5Gi', '12e6'.",
  },
  KW_CORE_JSON_PATCH: {
    summary: 'A JSON Patch does not fit the document.',
    cause: 'An operation names a place that the document does not have.',
    remedy: 'Read the document again and make the patch from what it holds now.',
  },
  KW_CORE_JSON_PATCH_TEST: {
    summary: 'A test in a JSON Patch failed.',
    cause: 'The document changed since the patch was made.',
    remedy: 'Read the document again and decide anew.',
  },
  KW_CORE_JSON_PATCH_FORM: {
    summary: 'Something is not a JSON Patch.',
    cause: 'It is not a list of operations, or one of them has an unknown op, or lacks its path, value or from.',
    remedy: "Write operations such as { op: 'replace', path: '/spec/replicas', value: 3 }.",
  },
  KW_CORE_JSON_PATCH_LIMIT: {
    summary: 'A JSON Patch asks for too much.',
    cause: 'It has too many operations, or its copies would blow the document up.',
    remedy: 'Send fewer operations at a time, or replace larger parts.',
  },
  KW_CORE_MERGE_PATCH: {
    summary: 'A change cannot be said as a merge patch.',
    cause: 'A merge patch uses null to remove a member, so it cannot set one to null.',
    remedy: 'Use a JSON Patch for this change.',
  },
  KW_CORE_LEAK: {
    summary: 'A test left something behind.',
    cause: 'A timer, socket, server, process, watcher or task that the test started was still alive when it ended.',
    remedy: 'Close, abort or await what you start; `using` and `await using` do it for you.',
  },
})
