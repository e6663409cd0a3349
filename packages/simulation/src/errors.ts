/** The errors of simulations. */
import { defineErrors } from '@kubewright/core/errors'

/** The errors of simulations by code, and their factory. */
export const simulationErrors = defineErrors({
  KW_SIMULATION_PART: {
    summary: 'A part of the simulation is unknown.',
    cause: 'Its name is misspelled.',
    remedy: 'Use one of the names that the message lists.',
  },
  KW_SIMULATION_NODES: {
    summary: 'The simulated nodes are not valid.',
    cause: 'Their number or their heartbeat interval is out of range, or a label key is not valid.',
    remedy:
      "Use a whole count, a heartbeat of at least a second and valid label keys: `nodes: { count: 3, labels: { zone: 'a' } }`.",
  },
  KW_SIMULATION_DIRECTORY: {
    summary: 'The directory for processes cannot be used.',
    cause: 'Another simulation uses it, or it belongs to another user.',
    remedy: 'Use a separate directory for each simulation, which belongs to your user.',
  },
  KW_SIMULATION_API_SERVER: {
    summary: 'The address of the API server for pods is not valid.',
    cause: '`apiServer` is not an https URL.',
    remedy: 'Pass the URL at which processes of this machine reach the server, or `false` if there is none.',
  },
  KW_SIMULATION_BEHAVIOUR: {
    summary: 'The behaviour of a container is not valid.',
    cause: 'The behaviour is unknown, or its exit code is out of range.',
    remedy: 'Use one of the behaviours that the message lists, or a number of the range that it states.',
  },
})
