/** Every error `core` can raise. */
import { defineErrors } from './error.ts'

export const coreErrors = defineErrors({
  KW_CORE_DURATION: {
    summary: 'A duration cannot be parsed.',
    cause: 'The text has no unit, an unknown unit, or the number is negative or not finite.',
    remedy: "Write a number and one of ms, s, m, h, d: '30s', '1.5h', '1h30m'.",
  },
  KW_CORE_REFERENCE: {
    summary: 'An object reference cannot be parsed.',
    cause: 'The text has more than one slash, or an empty part.',
    remedy: "Write 'namespace/name', or the name alone for a cluster-scoped object.",
  },
  KW_CORE_API_VERSION: {
    summary: 'An apiVersion cannot be parsed.',
    cause: 'The text has more than one slash, or an empty part.',
    remedy: "Write 'group/version', or the version alone for the core group.",
  },
  KW_CORE_RESOURCE_VERSION: {
    summary: 'Two resourceVersions cannot be compared.',
    cause: 'One is empty or not a decimal number, so it did not come from an API server.',
    remedy: 'Compare only versions of stored objects and lists that an API server returned.',
  },
  KW_CORE_LABEL_SELECTOR: {
    summary: 'A label selector cannot be parsed.',
    cause:
      "It does not follow the grammar, contains a key, value or operator that API servers reject, or is not a selector: for example `undefined`, or `{ app: 'web' }` without `matchLabels`.",
    remedy:
      "Write requirements such as 'app=web', 'tier in (web,api)', 'release' or '!legacy', joined by commas; or { matchLabels: { app: 'web' } }.",
  },
  KW_CORE_FIELD_SELECTOR: {
    summary: 'A field selector cannot be parsed or serialised.',
    cause:
      'A term has no = or !=. Or a value is missing, is not text, or contains an unescaped comma, = or \\. Or a field name is not valid.',
    remedy: "Write terms such as 'metadata.name=blog' or 'status.phase!=Failed', joined by commas.",
  },
  KW_CORE_TIME: {
    summary: 'A time cannot be parsed or formatted.',
    cause: 'The text is not an RFC 3339 time, the number is not finite, or the time is outside the years 0 to 9999.',
    remedy: "Write a time such as '2026-01-01T00:00:00Z'.",
  },
  KW_CORE_CLOCK_BUSY: {
    summary: 'A virtual clock did not become idle.',
    cause: 'Timers keep scheduling timers, or one is due later than the test allows.',
    remedy: 'Stop the loop that schedules them, or raise the limit.',
  },
  KW_CORE_CLOCK_MOVING: {
    summary: 'A virtual clock was advanced while it was advancing.',
    cause: 'Two `advance()` calls overlap, or a timer advances the clock that runs it.',
    remedy: 'Await the first `advance()` before you call it again.',
  },
  KW_CORE_OWNER: {
    summary: 'An owner reference cannot be set.',
    cause:
      'Another controller already owns the object, the owner is not stored yet, or the two are in different namespaces.',
    remedy: 'Create the owner first, and own only objects of its namespace that have no other controller.',
  },
  KW_CORE_JSON_POINTER: {
    summary: 'A JSON Pointer cannot be parsed.',
    cause: 'It does not start with a slash, or a tilde is followed by neither 0 nor 1.',
    remedy: "Write '/spec/replicas'; inside a key write ~1 for / and ~0 for ~.",
  },
  KW_CORE_QUANTITY: {
    summary: 'A quantity cannot be parsed or multiplied.',
    cause:
      'The text is not a number with a suffix of Kubernetes or is out of range, or the factor is not a whole number.',
    remedy: "Write a number with an optional suffix: '500m', '2', '1.5Gi', '12e6'.",
  },
  KW_CORE_JSON_PATCH: {
    summary: 'A JSON Patch does not apply to the document.',
    cause:
      'An operation has a path that the document does not have, moves a value into itself, or removes the whole document.',
    remedy: 'Correct the operation that the message names, or compute the patch from the current document.',
  },
  KW_CORE_JSON_PATCH_TEST: {
    summary: 'A `test` operation of a JSON Patch failed.',
    cause: 'The document changed since the patch was computed.',
    remedy: 'Read the document again and compute a new patch.',
  },
  KW_CORE_JSON_PATCH_FORM: {
    summary: 'The value is not a JSON Patch.',
    cause: 'It is not a list of operations, or one of them has an unknown op, or lacks its path, value or from.',
    remedy: "Write operations such as { op: 'replace', path: '/spec/replicas', value: 3 }.",
  },
  KW_CORE_JSON_PATCH_LIMIT: {
    summary: 'A JSON Patch exceeds the limits.',
    cause: 'It has too many operations, or its copies would multiply the size of the document.',
    remedy: 'Send fewer operations at a time, or replace larger parts.',
  },
  KW_CORE_MERGE_PATCH: {
    summary: 'A change cannot be expressed as a merge patch.',
    cause: 'A merge patch uses null to remove a member, so it cannot set a member to null.',
    remedy: 'Use a JSON Patch for this change.',
  },
  KW_CORE_LEAK: {
    summary: 'A test leaked a resource.',
    cause: 'A timer, socket, server, process, watcher or task that the test started was still alive when it ended.',
    remedy: 'Close, abort or await everything that the test starts; `using` and `await using` do so automatically.',
  },
})
