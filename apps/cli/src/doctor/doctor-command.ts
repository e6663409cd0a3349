/** `kubewright doctor`: finds what keeps an operator from running. */
import { defineCommand } from '../command/command.ts'
import { clusterOptions } from '../project/cluster-options.ts'
import { configOption } from '../project/load-project.ts'

const options = { ...clusterOptions, ...configOption } as const

export type DoctorOptions = typeof options

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check Node, the project, the cluster and your permissions there.',
  options,
  examples: [
    { line: 'kubewright doctor', says: 'This machine, this project, the cluster of your kubeconfig' },
    { line: 'kubewright doctor --context staging', says: 'Another cluster' },
  ],
  async run(input, terminal) {
    const { runDoctor } = await import('./run-doctor.ts') // other commands need no client
    return runDoctor(input, terminal)
  },
})
