/** Every error of leases. */
import { defineErrors } from '@kubewright/core'

export const leaseErrors = defineErrors({
  KW_LEASE_LOST: {
    summary: 'The lease could not be kept.',
    cause: 'The API server did not answer in time, or another process holds the lease now.',
    remedy: 'Start the process anew, which is what a Deployment does; or let it campaign again with `onLost`.',
  },
  KW_LEASE_OPTION: {
    summary: 'The times of a lease do not fit together.',
    cause: 'A lease must last longer than its renewal may take, and that longer than the pause between two attempts.',
    remedy: 'Correct what the message names; 15s, 10s and 2s fit.',
  },
})
