/** Validates the keys of a configuration. */
import { type Form, form, formatProblems } from '@kubewright/core/input'
import type { ManagerOptions } from '@kubewright/manager'
import { managerFields } from '@kubewright/manager/settings'
import { cliErrors } from '../errors.ts'
import { grantForm } from './grant-form.ts'
import type { DeploymentOptions, OperatorConfig } from './operator-config.ts'

const { text, count, listOf, mapOf, fields, thing } = form

type Forms<Options> = Readonly<Record<keyof Options, Form>>

const amounts = mapOf(text)
const deployment = {
  replicas: count,
  resources: fields({}, { requests: amounts, limits: amounts }, 'the resources of deployment'),
  environment: mapOf(text),
  egressPorts: listOf(count),
} satisfies Forms<DeploymentOptions>

const installation = {
  namespace: text,
  image: text,
  resources: listOf(thing(({ crd }) => typeof crd === 'function', 'a kind: pass what defineResource returns')),
  grants: listOf(grantForm),
  deployment: fields({}, deployment, 'the options of deployment'),
} satisfies Forms<Omit<OperatorConfig, keyof ManagerOptions>>

const config = fields({ name: text }, { ...managerFields, ...installation }, 'an operator')

/** Failure: `KW_CLI_CONFIG`, listing every problem. */
export function assertConfigForm(options: unknown): void {
  const problems = config(options, '')
  if (problems.length === 0) return
  throw cliErrors('KW_CLI_CONFIG', {
    what: 'define the operator',
    why: formatProblems(problems),
    next: 'Correct these options. The required one is: defineConfig({ name }).',
    details: { problems },
  })
}
