/** `kubewright add`: adds a resource, controller or webhook to an existing project. */
import { defineCommand } from '../command/command.ts'
import { configOption } from '../project/load-project.ts'

const options = {
  for: { type: 'string', takes: 'KIND', help: 'The kind a controller or webhook is for: yours, or one of Kubernetes.' },
  group: { type: 'string', takes: 'DOMAIN', help: 'The API group of a resource. Default: that of the first one' },
  version: { type: 'string', takes: 'VERSION', help: 'The version of a resource.', default: 'v1alpha1' },
  'cluster-scoped': { type: 'boolean', help: 'The resource belongs to no namespace.' },
  ...configOption,
} as const

export type AddOptions = typeof options

export const addCommand = defineCommand({
  name: 'add',
  summary: 'Add a resource, a controller or a webhook to a project.',
  details: `Makes a file for it and, where there is something to test, a test. Names it in src/operator.ts if that still looks as it
was made; otherwise says what to write there. No file that exists is overwritten.`,
  args: [
    { name: 'WHAT', help: 'What to add.', choices: ['resource', 'controller', 'webhook'] },
    { name: 'NAME', help: 'Of a resource its kind (LightBulb), of the others a name with dashes (light-bulb-audit).' },
  ],
  options,
  examples: [
    { line: 'kubewright add resource LightBulb', says: 'One more kind, in the group of the others' },
    { line: 'kubewright add controller light-bulbs --for LightBulb', says: 'And who cares for it' },
    { line: 'kubewright add webhook light-bulb-admission --for LightBulb', says: 'And what its schema cannot say' },
  ],
  async run(input, terminal) {
    const { runAdd } = await import('./run-add.ts') // other commands need no templates
    return runAdd(input, terminal)
  },
})
