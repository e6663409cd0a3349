import { defineConfig } from '@kubewright/cli'
import { AcmeService, acmeServices } from 'example-acme-service'

export default defineConfig({ name: 'acme-operator', resources: [AcmeService], controllers: [acmeServices] })
