import { defineConfig } from '@kubewright/cli'
import { AcmeService } from './acme-service.ts'
import { acmeServices } from './acme-services.ts'

export default defineConfig({ name: 'acme-operator', resources: [AcmeService], controllers: [acmeServices] })
