/** The operators of this repository, with a user's scenario for each. */
import { controllerFor } from '@kubewright/nestjs'
import { defineExploration, type DefinedExploration, type ExploreOptions } from '@kubewright/testing'
import { AcmeService, acmeServices } from 'example-acme-service'
import { CloudRedis, cloudRedises } from 'example-cloud-redis'
import { AcmeService as CohostedService, acmeServices as cohostedServices } from 'example-cohosted'
import { CronJob, cronJobAdmission, cronJobs } from 'example-cronjob'
import { LightBulb, LightBulbColor, lightBulbs } from 'example-lightbulb'
import { AcmeServiceReconciler, CompanyEnvironment } from 'example-nestjs'
import { Database, postgresControllers, PostgresServer, Role, SimulatedPostgres } from 'example-postgres'
import { Theme, Website, websites } from 'webhosting-operator'
import { Lamps, RedisCloud } from './own-fakes.ts'
import { iotSnapRoot } from './own-iotsnap-root.ts'

const shop = { name: 'shop', namespace: 'default' }
const service = { team: 'payments', imageName: 'shop', port: 8080 }

const webhosting: ExploreOptions = {
  resources: [Theme, Website],
  fixed: ['spec.theme'], // there is no other theme: after a change the site keeps the content of the last one
  controllers: () => [websites()],
  async scenario(user) {
    await user.create(Theme, { metadata: { name: 'lovely' }, spec: { color: 'pink', fontFamily: 'serif' } })
    await user.create(Theme, { metadata: { name: 'plain' }, spec: { color: 'grey', fontFamily: 'sans-serif' } })
    await user.create(Website, { metadata: shop, spec: { theme: 'lovely' } })
    await user.patch(Theme, { name: 'lovely' }, { spec: { color: 'red' } })
    await user.patch(Website, shop, { spec: { theme: 'plain' } })
    await user.delete(Website, shop)
    await user.delete(Theme, { name: 'plain' })
    await user.delete(Theme, { name: 'lovely' })
  },
}

const kitchen = { name: 'kitchen', namespace: 'default' }
const app = { name: 'app', namespace: 'default' }

export const lightbulb: ExploreOptions<{ readonly lamps: Lamps }> = {
  resources: [LightBulb, LightBulbColor],
  outside: () => ({ lamps: new Lamps() }),
  controllers: ({ lamps }) => [lightBulbs(lamps)],
  async scenario(user) {
    await user.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 40 } })
    await user.patch(LightBulb, kitchen, { spec: { color: 'red' } })
    await user.delete(LightBulb, kitchen)
  },
}

export const acmeService: ExploreOptions = {
  resources: [AcmeService],
  controllers: [acmeServices],
  async scenario(user) {
    await user.create(AcmeService, { metadata: shop, spec: service })
    await user.patch(AcmeService, shop, { spec: { replicas: 2 } })
    await user.delete(AcmeService, shop)
  },
}

export const cohosted: ExploreOptions<{ readonly cloud: RedisCloud }> = {
  resources: [CloudRedis, CohostedService],
  outside: () => ({ cloud: new RedisCloud() }),
  controllers: ({ cloud }) => [cloudRedises(cloud), cohostedServices],
  async scenario(user) {
    await user.create(CohostedService, { metadata: shop, spec: { ...service, redis: { memorySizeGb: 1 } } })
    await user.patch(CohostedService, shop, { spec: { redis: null } })
    await user.delete(CohostedService, shop)
  },
}

export const ownOperators: Readonly<Record<string, DefinedExploration>> = {
  lightbulb: defineExploration(lightbulb),

  'cloud-redis': defineExploration({
    resources: [CloudRedis],
    outside: () => ({ cloud: new RedisCloud() }),
    controllers: ({ cloud }) => [cloudRedises(cloud)],
    async scenario(user) {
      await user.create(CloudRedis, { metadata: shop, spec: { name: 'shop', memorySizeGb: 1 } })
      await user.patch(CloudRedis, shop, { spec: { memorySizeGb: 4 } })
      await user.delete(CloudRedis, shop)
    },
  }),

  'acme-service': defineExploration(acmeService),

  cohosted: defineExploration(cohosted),

  nestjs: defineExploration({
    resources: [AcmeService],
    controllers: () => [controllerFor(new AcmeServiceReconciler(new CompanyEnvironment()))],
    async scenario(user) {
      await user.create(AcmeService, { metadata: shop, spec: service })
      await user.patch(AcmeService, shop, { spec: { replicas: 2 } })
      await user.delete(AcmeService, shop)
    },
  }),

  postgres: defineExploration({
    resources: [PostgresServer, Database, Role],
    outside: () => ({ postgres: new SimulatedPostgres() }),
    controllers: ({ postgres }) =>
      postgresControllers(postgres, { catalog: postgres, newPassword: postgres.passwords.next }),
    ignore: ['data.password'], // a lost password is set again
    async scenario(user) {
      await user.create(PostgresServer, { metadata: shop, spec: { maxConnections: 20 } })
      await user.create(Database, { metadata: shop, spec: { server: 'shop', name: 'shop' } })
      await user.create(Role, { metadata: app, spec: { database: 'shop', name: 'shop_app' } })
      await user.patch(Database, shop, { spec: { connectionLimit: 7 } })
      await user.delete(Role, app)
      await user.delete(Database, shop)
      await user.delete(PostgresServer, shop)
    },
  }),

  cronjob: defineExploration({
    resources: [CronJob],
    webhooks: [cronJobAdmission],
    controllers: [cronJobs],
    async scenario(user) {
      const template = {
        spec: { restartPolicy: 'Never' as const, containers: [{ name: 'report', image: 'report:1' }] },
      }
      await user.create(CronJob, {
        metadata: shop,
        spec: { schedule: '0 * * * *', jobTemplate: { spec: { template } } },
      })
      await user.wait('70m')
      await user.delete(CronJob, shop)
    },
  }),

  tour: defineExploration({
    resources: [LightBulb, LightBulbColor, CloudRedis, CohostedService],
    outside: () => ({ lamps: new Lamps(), cloud: new RedisCloud() }),
    controllers: ({ lamps, cloud }) => [lightBulbs(lamps), cloudRedises(cloud), cohostedServices],
    async scenario(user) {
      await user.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 40 } })
      await user.create(CohostedService, { metadata: shop, spec: { ...service, redis: { memorySizeGb: 1 } } })
      await user.delete(LightBulb, kitchen)
      await user.delete(CohostedService, shop)
    },
  }),

  'iotsnap-root': defineExploration(iotSnapRoot),

  webhosting: defineExploration(webhosting),
  // Deployments with pods that become ready: each run takes as long as twenty others.
  'webhosting with its workloads': defineExploration({ ...webhosting, simulation: true }),
}

/** Operators that are not explored, with the reason. */
export const unexplored: Readonly<Record<string, string>> = {
  'network-gateway': 'changes the kernel of a node: test/network injects its faults in network namespaces',
  'network-route': 'changes the kernel of a node: test/network injects its faults in network namespaces',
}
