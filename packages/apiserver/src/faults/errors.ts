/** Every error that asking for a fault can raise. */
import { defineErrors } from '@kubewright/core'

export const faultErrors = defineErrors({
  KW_FAULT_MATCH: {
    summary: 'A fault is for requests that cannot be.',
    cause: 'It names a verb that does not exist, a kind by something else than its plural, or a count that is none.',
    remedy: 'Correct what the message names; leave a part out to match everything.',
  },
  KW_FAULT_STATUS: {
    summary: 'A fault is to answer with something that is no failure.',
    cause: 'The status code is not one from 400 to 599, or the time to wait is none.',
    remedy: 'Name the code of a failure: 409, 429, 500.',
  },
})
