/** Lost responses: the request took effect, but the operator does not know. */
import { isAlreadyExists } from '@kubewright/client'
import { done, TerminalError } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { ignoring } from './crashes-between-writes.ts'
import { planted } from './planted-bug.ts'
import { blog, ownedBy, Site, sites } from './site.ts'

export const lostAnswers = [
  planted('generateName creates a second child after a lost response', 'end-state', (isFixed) => ({
    controllers: sites({
      owns: [ConfigMap],
      async reconcile(site, ctx) {
        if (site.status?.child !== undefined) return done()
        const called = isFixed ? { name: 'blog-map' } : { generateName: 'blog-' }
        const metadata = { ...called, namespace: 'default', ...ownedBy(site) }
        const made = await ctx.client.create(ConfigMap, { metadata, data: {} }).catch(ignoring(isAlreadyExists))
        const name = made?.metadata.name ?? 'blog-map'
        await ctx.client.status.patch(Site, site.metadata, { status: { child: name } })
        return done()
      },
    }),
  })),

  planted('AlreadyExists after a lost response is treated as terminal', 'end-state', (isFixed) => ({
    controllers: sites({
      async reconcile(site, ctx) {
        if (site.status?.note === 'made') return done()
        const metadata = { ...blog, ...ownedBy(site) }
        await ctx.client.create(ConfigMap, { metadata, data: {} }).catch((error: unknown) => {
          if (isFixed) return ignoring(isAlreadyExists)(error)
          throw isAlreadyExists(error) ? new TerminalError('somebody else has it') : error
        })
        await ctx.client.status.patch(Site, site.metadata, { status: { note: 'made' } })
        return done()
      },
    }),
  })),
]
