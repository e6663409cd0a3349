/** The errors of leases. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory and registry of the errors of leases, by code. */
export const leaseErrors = defineErrors({
  KW_LEASE_CONTENDED: {
    summary: 'The lease could not be written because of repeated conflicts (409).',
    cause: 'Other programs write to the Lease object so often that each write meets a conflict.',
    remedy: 'Find the writers in `managedFields` of the Lease, and reduce how often they write.',
  },
  KW_LEASE_LOST: {
    summary: 'The lease was lost.',
    cause:
      'It was not renewed in time, because the API server did not answer or rejected the renewal, or another process holds it now.',
    remedy:
      "Restart the process, as a Deployment does, or campaign again in the same process with `onLost: 'campaign'`.",
  },
  KW_LEASE_OPTION: {
    summary: 'The options of a lease are not valid.',
    cause:
      'An option is missing or unknown, or the times do not fit: the lease duration must be longer than the renew deadline, and that longer than the retry period.',
    remedy:
      "Set `lease` and `namespace`. For example `duration: '15s'`, `renewWithin: '10s'`, `retryEvery: '2s'`, the defaults.",
  },
})
