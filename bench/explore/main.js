/** How many complete fault plans a minute, on one core: each is an operator, an API server and a user, from start to end. */
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Deployment, Secret, Service, ServiceAccount } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { explore } from '@kubewright/testing'
import { machine, printTable } from '../harness/table.js'

const blog = { name: 'blog', namespace: 'default' }
const labels = { app: 'blog' }
/** What is explored is for ConfigMaps of this label. */
const scope = { labels: 'site=yes' }

const small = defineController({
  name: 'small',
  for: ConfigMap,
  scope,
  owns: [ServiceAccount, Secret],
  async reconcile(site, ctx) {
    const secret = manifest(Secret, { metadata: { name: 'blog' }, stringData: { title: site.data?.title ?? '' } })
    await ctx.own({ secret, account: manifest(ServiceAccount, { metadata: { name: 'blog' } }) })
    return done()
  },
})

/** What a website of the webhosting operator consists of. */
const large = defineController({
  name: 'large',
  for: ConfigMap,
  scope,
  owns: [Secret, Deployment, Service],
  async reconcile(site, ctx) {
    const spec = { containers: [{ name: 'site', image: 'site' }] }
    const { replicas = '1', title = '' } = site.data ?? {}
    await ctx.own({
      secret: manifest(Secret, { metadata: { name: 'blog' }, stringData: { title } }),
      deployment: manifest(Deployment, {
        metadata: { name: 'blog' },
        spec: {
          replicas: Number(replicas),
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec },
        },
      }),
      service: manifest(Service, { metadata: { name: 'blog' }, spec: { selector: labels, ports: [{ port: 80 }] } }),
    })
    return done()
  },
})

async function measure(controller) {
  const options = {
    controllers: [controller],
    async scenario(user) {
      await user.create(ConfigMap, { metadata: { ...blog, labels: { site: 'yes' } }, data: { title: 'one' } })
      await user.patch(ConfigMap, blog, { data: { title: 'two', replicas: '2' } })
      await user.delete(ConfigMap, blog)
    },
  }
  await explore({ ...options, budget: { runs: 60 } }) // what is measured is warm
  const [begun, used] = [performance.now(), process.cpuUsage()]
  const { runs, failures } = await explore({ ...options, draws: 30, budget: '10m' })
  if (failures.length > 0) throw new Error(failures[0].story())
  const { user, system } = process.cpuUsage(used)
  return { runs, perMinute: (runs / (performance.now() - begun)) * 60_000, cpuMs: (user + system) / 1_000 / runs }
}

const operators = { 'two children': small, 'three children, as webhosting': large }
const rows = []
for (const [what, controller] of Object.entries(operators)) {
  console.error(`measuring an operator with ${what} …`)
  const { runs, perMinute, cpuMs } = await measure(controller)
  const aim = { aim: 1_000, better: 'more' }
  rows.push({ what: `${what}: plans a minute, of ${runs}`, ours: perMinute, unit: 'a minute', ...aim })
  rows.push({ what: `${what}: plans in a minute of one core`, ours: 60_000 / cpuMs, unit: 'a minute', ...aim })
  rows.push({ what: `${what}: processor time of a plan`, ours: cpuMs, unit: 'ms' })
}
console.log(`Machine: ${machine()}. Sieve takes 8 minutes for a plan, Acto 63 s for an operation, by their papers.`)
printTable('Exploration: complete plans, one after the other, in one process', rows)
