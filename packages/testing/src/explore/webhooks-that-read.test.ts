import { type Client, isNotFound } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { defineAdmission, problem } from '@kubewright/webhook'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { explore } from './explore.ts'

const names = { group: 'shop.example.dev', version: 'v1', scope: 'Namespaced' } as const
const Plan = defineResource({ ...names, kind: 'Plan', spec: z.object({ seats: z.int().min(0).max(3) }) })
const Team = defineResource({ ...names, kind: 'Team', spec: z.object({ members: z.int().min(1).max(3) }) })
const red = { name: 'red', namespace: 'default' }

const teamAdmission = (reader: () => Pick<Client, 'get'>) =>
  defineAdmission({
    for: Team,
    validate: {
      async create({ spec }, { signal }) {
        try {
          const plan = await reader().get(Plan, red, { signal })
          return spec.members > plan.spec.seats ? [problem('spec.members', 'is more than the plan has seats')] : []
        } catch (error) {
          if (!isNotFound(error)) throw error
          return [problem('spec.members', 'needs a plan')]
        }
      },
    },
  })

const teams = defineController({
  name: 'teams',
  for: Team,
  owns: [ConfigMap],
  async reconcile({ metadata: { uid }, spec }, ctx) {
    const owner = { apiVersion: 'shop.example.dev/v1', kind: 'Team', name: 'red', uid, controller: true }
    const metadata = { ...red, ownerReferences: [owner] }
    await ctx.client.apply(ConfigMap, { metadata, data: { members: `${spec.members}` } }, { force: true })
    return done()
  },
})

it('an exploration gives a client to webhooks that read objects, in every cluster and every order', async () => {
  const refused: string[] = []
  const report = await explore({
    resources: [Plan, Team],
    webhooks: ({ client }) => [teamAdmission(() => client)],
    controllers: [teams],
    clusters: ['east'],
    strategies: ['single', 'depth-first'],
    budget: { runs: 25 },
    async scenario(user) {
      await user.create(Plan, { metadata: red, spec: { seats: 1 } })
      for (const members of [2, 1]) {
        const team = { metadata: red, spec: { members } }
        await user.create(Team, team).catch((error: Error) => refused.push(error.message))
      }
      const team = { metadata: red, spec: { members: 1 } }
      await user
        .at('east')
        .create(Team, team)
        .catch((error: Error) => refused.push(error.message))
    },
  })
  expect(report.failures.map((failure) => failure.story())).toEqual([])
  expect(refused[0]).toContain('is more than the plan has seats')
  expect(refused[1]).toContain('needs a plan')
  expect(new Set(refused).size).toBe(2)
})
