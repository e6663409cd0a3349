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
})
