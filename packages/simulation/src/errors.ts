/** Every error of simulations. */
import { defineErrors } from '@kubewright/core'

export const simulationErrors = defineErrors({
  KW_SIMULATION_PART: {
    summary: 'A part was asked for that does not exist.',
    cause: 'Its name is misspelled.',
    remedy: 'Use one of the names in the message.',
  },
  KW_SIMULATION_NODES: {
    summary: 'The nodes cannot be simulated as they were asked for.',
    cause: 'Their number, their labels or how often they are to be heard of make no sense.',
    remedy: 'Change what the message names.',
  },
  KW_SIMULATION_DIRECTORY: {
    summary: 'The directory for processes cannot be used.',
    cause: 'Another simulation uses it, or it belongs to another user.',
    remedy: 'Name a directory of its own.',
  },
  KW_SIMULATION_BEHAVIOUR: {
    summary: 'Containers cannot behave as they were told to.',
    cause: 'The word is none of those there are, or a time or number beside it makes no sense.',
    remedy: 'Use one of the words in the message.',
  },
})
