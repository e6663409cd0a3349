import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Deployment } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'

const blog = { name: 'blog', namespace: 'default' }
const labels = { app: 'blog' }
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'web:1' }] } }

/** Runs a Deployment for every ConfigMap that requests one. */
const runner = defineController({
  name: 'runner',
  for: ConfigMap,
  scope: { labels: 'runs=yes' },
  owns: [Deployment],
  async reconcile(_, ctx) {
    const spec = { replicas: 1, selector: { matchLabels: labels }, template }
    await ctx.own({ web: { resource: Deployment, object: { metadata: blog, spec } } as never })
    return done()
  },
})

describe('an exploration with a simulated cluster', () => {
  it('becomes idle while pods run, also during an idle hour', {
    timeout: 120_000,
  }, async () => {
    const report = await explore({
      controllers: [runner],
      simulation: true,
      strategies: ['single'],
      budget: { runs: 3, within: '10m' },
      async scenario(user) {
        await user.create(ConfigMap, { metadata: { ...blog, labels: { runs: 'yes' } } })
        await user.wait('1h')
        await user.delete(ConfigMap, blog)
      },
    })
    expect(report.failures.map(({ message }) => message)).toEqual([])
    expect(report.runs).toBe(3)
  })
})
