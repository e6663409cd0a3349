/** Errors of the fault API. */
import { defineErrors } from '@kubewright/core/errors'

export const faultErrors = defineErrors({
  KW_FAULT_MATCH: {
    summary: 'A fault matches no request.',
    cause:
      'It names a verb that does not exist, a kind by something other than its plural, or a count that is not a positive whole number.',
    remedy:
      'Use a verb such as `patch` and a plural such as `deployments`, and leave a part out to match every request.',
  },
  KW_FAULT_STATUS: {
    summary: 'A fault has an answer that is not a failure.',
    cause: 'The status code is not between 400 and 599, or the delay is not a duration.',
    remedy: 'Use the status code of a failure, such as 409, 429 or 500.',
  },
})
