/** `kubewright doctor`: what stands between you and a running operator. */
import { defineCommand } from '../command/command.ts'
import { configOption } from '../project/load-project.ts'

const options = {
  kubeconfig: {
    type: 'string',
    takes: 'FILE',
    help: 'Look at this cluster, not at that of KUBECONFIG or ~/.kube/config.',
  },
  context: { type: 'string', takes: 'NAME', help: 'Look at the cluster of this context.' },
  ...configOption,
} as const

export type DoctorOptions = typeof options

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check Node, the project, the cluster and what you may do there.',
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
