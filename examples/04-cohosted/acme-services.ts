import { childrenOf, readinessOf, statusOf } from 'example-acme-service'
import { CloudRedis } from 'example-cloud-redis'
import { defineController, Deployment, done, manifest, no, refOf, Service } from 'kubewright'
import { AcmeService } from './acme-service.ts'

/** The operator of the previous example. A Redis is a child like any other; the CloudRedis controller creates the instance. */
export const acmeServices = defineController({
  name: 'acme-services',
  for: AcmeService,
  owns: [Deployment, Service, CloudRedis],

  async reconcile(acme, ctx) {
    // The address appears in the status of the CloudRedis once it is ready. That update triggers another reconcile.
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
  // Derived from the uid: unique, and a valid name in the cloud.
  return manifest(CloudRedis, { metadata: { name }, spec: { name: `acme-${uid.slice(0, 8)}`, ...redis } })
}
