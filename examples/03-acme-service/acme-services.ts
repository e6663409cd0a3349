import { defineController, done } from '@kubewright/controller'
import { Deployment, Service } from '@kubewright/kubernetes'
import { no, yes } from '@kubewright/resource'
import { AcmeService } from './acme-service.ts'
import { childrenOf } from './children.ts'

/** Keeps the Deployment and the Service of every AcmeService as they should be, whoever changes them. */
export const acmeServices = defineController({
  name: 'acme-services',
  for: AcmeService,
  owns: [Deployment, Service],

  async reconcile(acme, ctx) {
    const { deployment, service } = await ctx.own(childrenOf(acme))
    const { name, namespace } = acme.metadata
    const running = deployment.status?.readyReplicas ?? 0
    const isReady = running === acme.spec.replicas
    const ip = service.spec?.clusterIP
    await ctx.setStatus(
      { ...(ip === undefined ? {} : { ip }), hostname: `${name}.${namespace}.svc` },
      { Ready: isReady ? yes('Serving') : no('Starting', `${running} of ${acme.spec.replicas} replicas are ready`) },
    )
    return done()
  },
})
