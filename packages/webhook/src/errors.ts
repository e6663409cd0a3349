/** The errors of webhooks. */
import { defineErrors } from '@kubewright/core/errors'

/** Factory and registry of the errors of this package, `KW_WEBHOOK_…`. */
export const webhookErrors = defineErrors({
  KW_WEBHOOK_DEFINITION: {
    summary: 'The definition of a webhook is not valid.',
    cause:
      'It has no function to call, a name that the API server rejects, the name of another webhook, or another invalid option; a conversion is for a resource with only one version; or issued certificates expire before they are replaced, or are issued without `installation`.',
    remedy:
      "Follow the message, for example: give it a function, and a unique name such as `name: 'websites.policy.example.dev'`.",
  },
  KW_WEBHOOK_REVIEW: {
    summary: 'A request to a webhook is not a review.',
    cause:
      'The caller is no API server, the review has an unsupported version, or it is of a kind that the webhook does not handle.',
    remedy:
      'Send a review of version v1, as the API server does. For another kind, apply the webhook configuration of the program again.',
  },
  KW_WEBHOOK_ANSWER: {
    summary: 'A webhook function returned an invalid value.',
    cause:
      'It changed a field that must not change, or returned no list of problems, no object, or a number that JSON cannot hold.',
    remedy:
      "Return the type that the function declares: `problem('spec.domain', '…')` in a list, or the fields to set.",
  },
  KW_WEBHOOK_TIMEOUT: {
    summary: 'A webhook function exceeded the timeout of the API server.',
    cause: 'A call that it awaits does not finish, or `timeout` is too short.',
    remedy: 'Pass `signal` of the call to whatever it waits for, or give the admission a longer `timeout`.',
  },
  KW_WEBHOOK_PORT: {
    summary: 'The webhook server cannot listen on its port.',
    cause: 'Another program listens on it, or this process lacks the privilege.',
    remedy: 'Choose another port, or 0 for any free one.',
  },
  KW_WEBHOOK_CERTIFICATE: {
    summary: 'The certificate of the webhook server cannot be used.',
    cause: 'A file is missing or unreadable, or the certificate and the key do not match.',
    remedy: 'Mount the Secret that holds the certificate, or let the program issue its own.',
  },
  KW_WEBHOOK_INSTALL: {
    summary: 'The webhook configurations cannot be installed.',
    cause: 'A CRD is missing, another program owns a configuration of that name, or no client was passed.',
    remedy: 'Install the CRD first, choose another `name` for the installation, or pass `client` to `start`.',
  },
})
