/** Every error of webhooks. */
import { defineErrors } from '@kubewright/core'

export const webhookErrors = defineErrors({
  KW_WEBHOOK_DEFINITION: {
    summary: 'The definition of a webhook cannot work.',
    cause: 'It has nothing to do, a name the API server refuses, or the name or address of another one.',
    remedy: 'Correct what the message names.',
  },
  KW_WEBHOOK_REVIEW: {
    summary: 'What was sent to a webhook is no review.',
    cause: 'Somebody who is no API server called, or the review is of a version nobody asked for.',
    remedy: 'Call it as the API server does, with an AdmissionReview or a ConversionReview of version v1.',
  },
  KW_WEBHOOK_ANSWER: {
    summary: 'A function of a webhook returned something that cannot be used.',
    cause: 'It filled in what nobody may change, or returned something that is no list of problems.',
    remedy: 'Return what the type asks for.',
  },
  KW_WEBHOOK_TIMEOUT: {
    summary: 'A function of a webhook took longer than the API server waits.',
    cause: 'It waits for something that does not answer, or `timeout` is too short.',
    remedy: 'Pass `signal` of the call to whatever it waits for, or give the admission a longer `timeout`.',
  },
  KW_WEBHOOK_PORT: {
    summary: 'Webhooks cannot be served on that port.',
    cause: 'Another program listens there, or this one may not.',
    remedy: 'Choose another port, or 0 for any that is free.',
  },
  KW_WEBHOOK_CERTIFICATE: {
    summary: 'There is no certificate to serve webhooks with.',
    cause: 'The files are missing or do not belong together, or the Secret cannot be read and written.',
    remedy: 'Mount the Secret that holds the certificate, or let the program issue its own.',
  },
  KW_WEBHOOK_INSTALL: {
    summary: 'The cluster cannot be told of the webhooks.',
    cause: 'A definition is missing, or the program may not write the configurations.',
    remedy: 'Install the CustomResourceDefinition first, and grant what the message names.',
  },
})
