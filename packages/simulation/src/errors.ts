/** Every error of simulations. */
import { defineErrors } from '@kubewright/core'

export const simulationErrors = defineErrors({
  KW_SIMULATION_PART: {
    summary: 'A part was asked for that does not exist.',
    cause: 'Its name is misspelled.',
    remedy: 'Use one of the names in the message.',
  },
})
