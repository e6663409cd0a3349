/** What the compiler says about `src/operator.ts` of a new project. */
import { alone } from '@kubewright/lease'
import type { OperatorConfig } from './operator-config.ts'

export const operator = {
  name: 'shop',
  controllers: [],
  coordination: alone(),
  concurrency: 4,
  shutdownTimeout: '10s',
} satisfies OperatorConfig

export const misspelt = {
  name: 'shop',
  // @ts-expect-error -- misspelt
  coordinaton: alone(),
} satisfies OperatorConfig

export const misspeltInside = {
  name: 'shop',
  // @ts-expect-error -- misspelt
  health: { prot: 8081 },
} satisfies OperatorConfig
