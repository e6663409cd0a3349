import { defineController, done, TerminalError } from '@kubewright/controller'
import { defineResource } from '@kubewright/resource'
import { z } from 'zod'
import { dns } from './dns.ts'

export const Domain = defineResource({
  group: 'web.example.dev',
  version: 'v1alpha1',
  kind: 'Domain',
  scope: 'Cluster',
  spec: z.object({ name: z.string() }),
  status: z.object({ recordId: z.string().optional() }),
})

export const domains = defineController({
  name: 'domains',
  for: Domain,

  // The name is stored in every object, so it is written out and never derived.
  finalizer: {
    name: 'web.example.dev/dns-record',
    async cleanup(domain, ctx) {
      // Runs at least once; a record that is already gone counts as success.
      if (domain.status?.recordId) await dns.remove(domain.status.recordId, { signal: ctx.signal })
      return done() // removes the finalizer
    },
  },

  async reconcile(domain, ctx) {
    if (!dns.covers(domain.spec.name)) {
      throw new TerminalError(`${domain.spec.name} is outside every zone we manage; edit spec.name to retry`)
    }
    const recordId = await dns.ensure(domain.spec.name, { signal: ctx.signal })
    await ctx.setStatus({ recordId })
    return done()
  },
})
