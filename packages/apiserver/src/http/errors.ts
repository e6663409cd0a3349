/** Every error that opening a listener can raise. */
import { defineErrors } from '@kubewright/core/errors'

export const listenErrors = defineErrors({
  KW_LISTEN_TAKEN: {
    summary: 'The server cannot listen on a port that is already in use.',
    cause: 'Another program, or a server that was not stopped, listens on the port.',
    remedy: 'Choose another port, use port 0 for any free one, or stop the program that listens there.',
  },
  KW_LISTEN_REFUSED: {
    summary: 'The server cannot listen on an address.',
    cause: 'The address does not belong to this machine, or the port needs more privileges.',
    remedy: 'Choose an address of this machine and a port above 1023.',
  },
})
