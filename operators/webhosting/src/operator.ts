/** The definition of this operator: `main.ts` runs it, and `kubewright generate` reads it. */
import { coordinationFor } from './coordination.ts'
import { operatorName, operatorNamespace } from './names.ts'
import type { Settings } from './settings.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'
import { websites } from './websites.ts'

type OperatorSettings = Pick<Settings, 'coordination' | 'hosting'> & {
  readonly manager?: { readonly identity?: string }
}

export function operatorWith({ coordination, hosting, manager }: OperatorSettings) {
  return {
    name: operatorName,
    namespace: operatorNamespace,
    resources: [Theme, Website],
    controllers: [websites(hosting)],
    coordination: coordinationFor(coordination, manager?.identity),
    health: { port: 8081 },
    metrics: { port: 8080 },
  }
}
