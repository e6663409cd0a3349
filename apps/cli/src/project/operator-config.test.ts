import { startApiServer } from '@kubewright/apiserver'
import { silentLogger } from '@kubewright/core'
import { alone } from '@kubewright/lease'
import { createManager, type ManagerOptions } from '@kubewright/manager'
import { expect, it } from 'vitest'
import { defineConfig, type OperatorConfig } from './operator-config.ts'

/** Every key beside those of the manager: the compiler reports a missing one. */
const everything: OperatorConfig & Required<Omit<OperatorConfig, keyof ManagerOptions>> = {
  name: 'shop',
  namespace: 'shop-system',
  image: 'shop:1',
  resources: [],
  controllers: [],
  runnables: [],
  webhooks: { serve: [], certificates: '/certificates' },
  coordination: alone(),
  concurrency: 4,
  health: { port: 8081, live: { disk: async () => undefined } },
  metrics: { port: 8080 },
  cache: {},
  clusters: {},
  shutdownTimeout: '10s',
  grants: [{ group: '', resource: 'pods/log', verbs: ['get'], namespace: 'a', because: 'reads logs of failed jobs' }],
  deployment: { replicas: 2, resources: { limits: { cpu: '1' } }, environment: { REGION: 'north' }, egressPorts: [1] },
}

it('createManager accepts every key of an operator configuration, as main.ts passes it', async () => {
  await using server = await startApiServer()
  const options = { ...defineConfig(everything), controllers: [], environment: {}, log: silentLogger }
  expect(() => createManager({ connection: server.transport(), ...options })).not.toThrow()
})

/** As a project passes it: a spread, so the compiler reports no unknown key. */
const shared = { name: 'shop', controllers: [] }

it.each([
  {
    name: 'of the manager',
    options: { ...shared, coordinaton: alone() },
    message: 'coordinaton is not a key of an operator: did you mean coordination?',
  },
  {
    name: 'in an option of the manager',
    options: { ...shared, health: { prot: 8081 } },
    message: 'health.prot is not a key of the options of health: did you mean port?',
  },
  {
    name: 'of an installation',
    options: { ...shared, imgae: 'shop:1' },
    message: 'imgae is not a key of an operator: did you mean image?',
  },
  {
    name: 'of a grant',
    options: { ...shared, grants: [{ group: '', resource: 'pods', verbs: ['get'], reason: 'reads pods' }] },
    message:
      'grants[0].because is missing; grants[0].reason is not a key of a grant: it has group, resource, verbs, because, namespace, name, cluster.',
  },
  {
    name: 'of the deployment',
    options: { ...shared, deployment: { replica: 3 } },
    message: 'deployment.replica is not a key of the options of deployment: did you mean replicas?',
  },
])('defineConfig refuses an unknown key $name', ({ options, message }) => {
  const refused = expect.objectContaining({
    code: 'KW_CLI_CONFIG',
    message: `Cannot define the operator: ${message} Correct these options. The required one is: defineConfig({ name }).`,
  })
  expect(() => defineConfig(options as unknown as OperatorConfig)).toThrow(refused)
})

const pods = { group: '', resource: 'pods', verbs: ['get'], because: 'reads pods' }

it.each([
  { given: { verbs: ['get', 'Delete'] }, why: 'grants[0].verbs[1] is "Delete", did you mean delete?' },
  { given: { verbs: ['apply'] }, why: 'grants[0].verbs[0] is "apply", did you mean patch?' },
  { given: { verbs: [1] }, why: 'grants[0].verbs[0] is a number, not text' },
  {
    given: { resource: 'Pod' },
    why: 'grants[0].resource is "Pod", not a plural in lower case, such as pods or pods/log',
  },
  { given: { group: 'apps/v1' }, why: 'grants[0].group is "apps/v1", not a group without its version' },
])('defineConfig refuses a grant of $given', ({ given, why }) => {
  const refused = expect.objectContaining({ code: 'KW_CLI_CONFIG', message: expect.stringContaining(why) as string })
  expect(() => defineConfig({ ...shared, grants: [{ ...pods, ...(given as object) }] })).toThrow(refused)
})

it('defineConfig accepts the verbs of RBAC, and those of other servers', () => {
  const verbs = ['get', '*', 'bind', 'escalate', 'impersonate', 'use', 'approve', 'sign', 'attest', 'link', 'promote']
  const nearThose = ['set', 'find', 'assign']
  const grants = [
    { ...pods, verbs: [...verbs, ...nearThose] },
    { ...pods, group: '*', resource: '*' },
    { ...pods, resource: '*/scale' },
  ]
  expect(defineConfig({ ...shared, grants }).grants).toEqual(grants)
})
