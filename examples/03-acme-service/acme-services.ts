import { defineController, Deployment, done, Service } from 'kubewright'
import { AcmeService } from './acme-service.ts'
import { childrenOf } from './children.ts'
import { readinessOf, statusOf } from './status-of.ts'

/** Keeps the Deployment and the Service of every AcmeService in their desired state and reverts changes by other clients. */
export const acmeServices = defineController({
  name: 'acme-services',
  for: AcmeService,
  owns: [Deployment, Service],

  async reconcile(acme, ctx) {
    const { deployment, service } = await ctx.own(childrenOf(acme))
    await ctx.setStatus(statusOf(acme, service), { Ready: readinessOf(acme, deployment) })
    return done()
  },
})
