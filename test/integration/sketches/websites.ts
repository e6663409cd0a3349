import { again, defineController, done } from '@kubewright/controller'
import { Deployment, Ingress, Service } from '@kubewright/kubernetes'
import { no, yes } from '@kubewright/resource'
import { childrenOf } from './children.ts'
import { Website } from './website.ts'

export const websites = defineController({
  name: 'websites',
  for: Website,
  owns: [Deployment, Service, Ingress],

  async reconcile(site, ctx) {
    const { deployment } = await ctx.own(childrenOf(site))

    const running = deployment.status?.readyReplicas ?? 0
    const ready = running === site.spec.replicas
    await ctx.setStatus(
      { url: `https://${site.spec.domain ?? site.metadata.name}` },
      { Ready: ready ? yes('Serving') : no('Starting', `${running} of ${site.spec.replicas} replicas are ready`) },
    )

    // A change of the Deployment triggers a reconcile; the timer only covers a missed event.
    return ready ? done() : again('1m')
  },
})
