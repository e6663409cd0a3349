/** Errors of the fault API. */
import { defineErrors } from '@kubewright/core/errors'

export const faultErrors = defineErrors({
  KW_FAULT_MATCH: {
    summary: 'A fault matches no request.',
    cause:
      'It names a verb that does not exist, a kind that is not served or not written as its plural and group, an unknown field, or a ' +
      'count that is not a positive whole number.',
    remedy:
      'Use a verb such as `patch` and a kind such as `pods` or `deployments.apps`, or pass the resource itself if the kind is ' +
      'installed later. Leave a part out to match every request.',
  },
  KW_FAULT_STATUS: {
    summary: 'The error response of a fault is not valid.',
    cause: 'The status code is not between 400 and 599, or `retryAfterSeconds` is not a whole number of zero or more.',
    remedy:
      'Use the status code of a failure, such as 409, 429 or 500, and whole seconds: `{ code: 429, retryAfterSeconds: 5 }`.',
  },
})
