/** The errors of external controllers. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory and registry of the errors of external controllers, by code. */
export const externalErrors = defineErrors({
  KW_EXTERNAL_DEFINITION: {
    summary: 'The definition of an external controller is not valid.',
    cause:
      'An option is missing or of the wrong type, a number or duration is out of range, or a status field has an unsuitable type.',
    remedy:
      "Correct the options that the message lists, for example `poll: '30s'`. Declare a status field with the type in the message.",
  },
  KW_EXTERNAL_CYCLE: {
    summary: 'External kinds depend on each other in a cycle.',
    cause: 'Each waits for the next to become ready, so none ever does.',
    remedy: 'Remove one of the dependencies of the cycle in the message.',
  },
  KW_EXTERNAL_TIMEOUT: {
    summary: 'A call to an external API exceeded its timeout.',
    cause: 'The API does not respond, or `timeout` is too short.',
    remedy: 'Pass `ctx.signal` to every call that can block, or set a longer `timeout`.',
  },
  KW_EXTERNAL_RESULT: {
    summary: 'An operation returned an unknown result.',
    cause:
      'A code path of `verify`, `create`, `update` or `delete` returns nothing, or an unknown word; or `create` returned no `externalName` although the provider assigns names.',
    remedy:
      'Return one of the results that the message lists, from every code path, and the name that the provider assigned.',
  },
  KW_EXTERNAL_FAILED: {
    summary: 'An operation reported a failure.',
    cause:
      'It returned `Error`, the operation that it started failed at the provider, or it succeeded without any effect.',
    remedy:
      'Check the response of the external API, and what `verify` observes. The operation is retried with growing back-off.',
  },
  KW_EXTERNAL_HTTP: {
    summary: 'An HTTP API cannot be called as described, or its response does not match the description.',
    cause:
      'The response redirects, is too large, or is not JSON; a value in the URL template is missing or would change the path; or a URL leads to another server than `baseUrl`.',
    remedy:
      'Compare the URL and the response in the message with the description, and correct the description or the API.',
  },
})
