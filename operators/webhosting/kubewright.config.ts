/** What the `kubewright` command knows about this operator. */
import { defineConfig } from '@kubewright/cli'
import { operatorWith } from './src/operator.ts'
import { defaultHosting } from './src/settings.ts'

export default defineConfig({
  ...operatorWith({ coordination: 'leader', hosting: defaultHosting }),
  image: 'registry.example.dev/webhosting-operator:0.1.0',
})
