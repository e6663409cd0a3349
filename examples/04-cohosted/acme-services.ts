import { childrenOf, readinessOf, statusOf } from 'example-acme-service'
import { CloudRedis } from 'example-cloud-redis'
import { defineController, Deployment, done, manifest, no, refOf, Service } from 'kubewright'
import { AcmeService } from './acme-service.ts'

/** The operator of the example before. A Redis is a child like any other; who makes it real is another controller's business. */
export const acmeServices = defineController({
  name: 'acme-services',
  for: AcmeService,
  owns: [Deployment, Service, CloudRedis],

  async reconcile(acme, ctx) {
    // Its status tells us where it is, as soon as it is anywhere: then this runs again.
    const { host, port } = ctx.cache.get(CloudRedis, refOf(acme))?.status ?? {}
    const isWaiting = acme.spec.redis !== undefined && host === undefined
    const address = host === undefined ? {} : { REDIS_URL: `redis://${host}:${port}` }
    const { deployment, service } = await ctx.own({ ...childrenOf(acme, address), redis: redisOf(acme) })
    await ctx.setStatus(statusOf(acme, service), {
      Ready: isWaiting ? no('WaitingForRedis', 'its Redis is not ready yet') : readinessOf(acme, deployment),
    })
    return done()
  },
})

function redisOf({ metadata: { name, uid }, spec: { redis } }: AcmeService) {
  if (redis === undefined) return null
  // The uid makes a name that no other service has, and that the cloud takes.
  return manifest(CloudRedis, { metadata: { name }, spec: { name: `acme-${uid.slice(0, 8)}`, ...redis } })
}
