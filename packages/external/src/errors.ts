/** Every error of external controllers. */
import { defineErrors } from '@kubewright/core'

export const externalErrors = defineErrors({
  KW_EXTERNAL_DEFINITION: {
    summary: 'The definition of an external controller cannot work.',
    cause: 'A duration makes no sense, or a field of the status is declared as something else than what is kept there.',
    remedy: 'Correct what the message names.',
  },
  KW_EXTERNAL_CYCLE: {
    summary: 'Kinds depend on each other in a circle.',
    cause: 'Each waits for the next to be ready, so none ever is.',
    remedy: 'Take one of the dependencies out; the message names the way round.',
  },
  KW_EXTERNAL_TIMEOUT: {
    summary: 'A call to an external API took longer than it may.',
    cause: 'The API does not answer, or `timeout` is too short.',
    remedy: 'Pass `ctx.signal` to whatever the call waits for, or give a longer `timeout`.',
  },
  KW_EXTERNAL_RESULT: {
    summary: 'An operation returned something that is no result of it.',
    cause: 'A path through `verify`, `create`, `update` or `delete` returns nothing, or a word that is not known.',
    remedy: 'Return one of the words the message names.',
  },
  KW_EXTERNAL_FAILED: {
    summary: 'An operation says that it failed.',
    cause: 'It returned `Error`.',
    remedy: 'See what the external API says; it is tried again, later and later.',
  },
  KW_EXTERNAL_HTTP: {
    summary: 'An HTTP API did not answer as it was described to.',
    cause: 'Its status, its body or its redirect is not one the description allows.',
    remedy: 'See what the message says the API answered; correct the description, or the API.',
  },
})
