/** `kubewright add`: adds a resource, controller or webhook to an existing project. */
import { defineCommand } from '../command/command.ts'
import { configOption } from '../project/load-project.ts'

const options = {
  for: {
    type: 'string',
    takes: 'KIND',
    help: 'The kind of a controller or webhook: a resource of the project, or a built-in kind.',
  },
  group: {
    type: 'string',
    takes: 'DOMAIN',
    help: 'The API group of a resource. Default: the group of the first resource',
  },
  version: { type: 'string', takes: 'VERSION', help: 'The version of a resource.', default: 'v1alpha1' },
  'cluster-scoped': { type: 'boolean', help: 'Make the resource cluster-scoped.' },
  ...configOption,
} as const

export type AddOptions = typeof options

export const addCommand = defineCommand({
  name: 'add',
  summary: 'Add a resource, a controller or a webhook to a project.',
  details: `Creates a file and, for controllers and webhooks, a test, and registers both in src/operator.ts. If that file was
restructured, it prints the lines to add instead. Existing files are never overwritten.`,
  args: [
    { name: 'WHAT', help: 'What to add.', choices: ['resource', 'controller', 'webhook'] },
    {
      name: 'NAME',
      help: 'The kind of a resource (LightBulb), or the name of a controller or webhook (light-bulb-audit).',
    },
  ],
  options,
  examples: [
    { line: 'kubewright add resource LightBulb', says: 'Another kind, in the API group of the first' },
    { line: 'kubewright add controller light-bulbs --for LightBulb', says: 'A controller for it' },
    {
      line: 'kubewright add webhook light-bulb-admission --for LightBulb',
      says: 'A webhook for rules that its schema cannot express',
    },
  ],
  async run(input, terminal) {
    const { runAdd } = await import('./run-add.ts') // other commands need no templates
    return runAdd(input, terminal)
  },
})
