/** `kubewright init`: creates an operator that passes its own tests. */
import { defineCommand } from '../command/command.ts'

const options = {
  name: { type: 'string', takes: 'NAME', help: 'The name of the operator. Default: the name of DIR' },
  group: {
    type: 'string',
    takes: 'DOMAIN',
    help: 'The API group of its resource, a domain of yours. Default: NAME.example.dev',
  },
  kind: { type: 'string', takes: 'KIND', help: 'Its first resource, one word in PascalCase. Default: Greeting' },
  image: { type: 'string', takes: 'IMAGE', help: 'The image of its Deployment. Default: NAME:latest' },
  'cluster-scoped': { type: 'boolean', help: 'Make its resource cluster-scoped.' },
  yes: { type: 'boolean', help: 'Use the defaults without prompts.' },
  'from-source': { type: 'boolean', help: 'Build and use the packages of this clone of Kubewright.' },
} as const

export type InitOptions = typeof options

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Create a new operator: a resource, a controller, a test, manifests, Dockerfile, CI.',
  details: `Prompts for missing options, unless --yes is given or standard input is not a terminal. The new project passes its
own tests at once: npm install && npm test.`,
  args: [{ name: 'DIR', help: 'A folder that is empty or does not exist yet.', isOptional: true }],
  options,
  examples: [
    { line: 'kubewright init my-operator', says: 'Asks for a group and a kind' },
    { line: 'kubewright init shop --group shop.example.dev --kind Order --yes', says: 'Asks nothing' },
    { line: 'npx kubewright init ../try --yes --from-source', says: 'With the packages of this clone' },
  ],
  async run(input, terminal) {
    const { runInit } = await import('./run-init.ts') // other commands need no templates
    return runInit(input, terminal)
  },
})
