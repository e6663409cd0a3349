/** `kubewright init`: creates an operator that passes its own tests. */
import { defineCommand } from '../command/command.ts'

const options = {
  name: { type: 'string', takes: 'NAME', help: 'Of the operator. Default: the name of DIR' },
  group: {
    type: 'string',
    takes: 'DOMAIN',
    help: 'The API group of its resource, a domain of yours. Default: NAME.example.dev',
  },
  kind: { type: 'string', takes: 'KIND', help: 'Its first resource, one word in PascalCase. Default: Greeting' },
  image: { type: 'string', takes: 'IMAGE', help: 'What its Deployment will run. Default: NAME:latest' },
  'cluster-scoped': { type: 'boolean', help: 'Its resource belongs to no namespace.' },
  yes: { type: 'boolean', help: 'Ask nothing; take the defaults.' },
  'from-source': { type: 'boolean', help: 'In a clone of Kubewright: use its packages, built and packed now.' },
} as const

export type InitOptions = typeof options

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Make a new operator: a resource, a controller, a test, manifests, Dockerfile, CI.',
  details: `Asks for what is not said, unless --yes is given or nobody sits at the terminal. The new project passes its
own tests at once: npm install && npm test.`,
  args: [{ name: 'DIR', help: 'A folder that is empty or does not exist yet.', isOptional: true }],
  options,
  examples: [
    { line: 'kubewright init my-operator', says: 'Asks for a group and a kind' },
    { line: 'kubewright init shop --group shop.example.dev --kind Order --yes', says: 'Asks nothing' },
    { line: 'npx kubewright init ../try --yes --from-source', says: 'From a clone, before anything is published' },
  ],
  async run(input, terminal) {
    const { runInit } = await import('./run-init.ts') // other commands need no templates
    return runInit(input, terminal)
  },
})
