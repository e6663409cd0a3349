/**
 * Regressions in our own operators: the plan that showed the failure is stored next to the operator and replayed. The old
 * operator is kept too, to prove that the plan still shows it.
 */
import { defineController, done } from '@kubewright/controller'
import { Deployment, Service } from '@kubewright/kubernetes'
import { defineResource, manifest } from '@kubewright/resource'
import { defineExploration, type DefinedExploration } from '@kubewright/testing'
import type { Oracle } from '@kubewright/testing/exploration'
import { AcmeService, childrenOf, readinessOf, statusOf } from 'example-acme-service'
import { cloudRedises } from 'example-cloud-redis'
import { AcmeService as CohostedService } from 'example-cohosted'
import { LightBulb, LightBulbColor } from 'example-lightbulb'
import { z } from 'zod'
import { acmeService, cohosted, lightbulb, ownOperators } from './own-operators.ts'

export interface KeptPlan {
  /** The defect, as a sentence. */
  readonly was: string
  readonly oracle: Oracle
  /** Relative to the root of the repository. */
  readonly file: string
  readonly before: DefinedExploration
  readonly now: DefinedExploration
}

/** The kind of the example, with a mutable room. */
const MovableBulb = defineResource({
  group: LightBulb.group,
  version: LightBulb.version,
  kind: LightBulb.kind,
  scope: 'Namespaced',
  spec: z.object({
    room: z.string().min(1).max(40),
    on: z.boolean().default(true),
    color: z.enum(['white', 'yellow', 'red', 'blue']).default('white'),
    brightness: z.int().min(1).max(100).default(100),
  }),
  status: z.object({ shining: z.boolean().optional() }),
  conditions: ['Ready'],
})

/** Leaves imagePullPolicy to the server, which defaults it from the first version. */
const pullsAsAtFirst = defineController({
  name: 'acme-services',
  for: AcmeService,
  owns: [Deployment, Service],
  async reconcile(acme, ctx) {
    const children = childrenOf(acme)
    const { template, ...spec } = children.deployment.object.spec!
    const [{ imagePullPolicy: _, ...container }] = template.spec!.containers as [
      { name: string; imagePullPolicy: never },
    ]
    const without = { ...spec, template: { ...template, spec: { containers: [container] } } }
    const plain = manifest(Deployment, { ...children.deployment.object, spec: without })
    const { deployment, service } = await ctx.own({ ...children, deployment: plain })
    await ctx.setStatus(statusOf(acme, service), { Ready: readinessOf(acme, deployment) })
    return done()
  },
})

/** The status lacks the observed generation. */
const latecomer = defineController({
  name: 'acme-services',
  for: CohostedService,
  owns: [Deployment, Service],
  async reconcile({ metadata: { name, namespace }, spec }, ctx) {
    const status = { hostname: spec.redis === undefined ? 'alone' : 'with a Redis' }
    const metadata = { name, namespace: namespace! }
    await ctx.client.status.apply(CohostedService, { metadata, status } as never, { force: true })
    return done()
  },
})

export const keptPlans: readonly KeptPlan[] = [
  {
    was: "the old room's lamp stays on after spec.room changes",
    oracle: 'declaration',
    file: 'examples/01-lightbulb/plans/room-change-reverted.json',
    before: defineExploration({ ...lightbulb, resources: [MovableBulb, LightBulbColor] }),
    now: ownOperators['lightbulb']!,
  },
  {
    was: 'imagePullPolicy stays that of the first image version',
    oracle: 'declaration',
    file: 'examples/03-acme-service/plans/another-image-version.json',
    before: defineExploration({ ...acmeService, controllers: [pullsAsAtFirst] }),
    now: ownOperators['acme-service']!,
  },
  {
    was: 'a late write of an older status stays',
    oracle: 'end-state',
    file: 'examples/04-cohosted/plans/a-late-status.json',
    before: defineExploration({ ...cohosted, controllers: ({ cloud }) => [cloudRedises(cloud), latecomer] }),
    now: ownOperators['cohosted']!,
  },
]
