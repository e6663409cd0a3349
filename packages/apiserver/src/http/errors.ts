/** Every error that opening the door of a server can raise. */
import { defineErrors } from '@kubewright/core'

export const listenErrors = defineErrors({
  KW_LISTEN_TAKEN: {
    summary: 'The server cannot listen on a port because somebody else does.',
    cause: 'Another program has the port, or another server that was not stopped.',
    remedy: 'Choose another port, or 0 for any that is free, or stop whoever has it.',
  },
  KW_LISTEN_REFUSED: {
    summary: 'The server may not listen on an address.',
    cause: 'The address is not one of this machine, or the port needs more rights.',
    remedy: 'Choose an address of this machine and a port above 1023.',
  },
})
