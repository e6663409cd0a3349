import { defineConfig } from '@kubewright/cli'
import { CloudRedis, cloudRedises, LocalCloud } from 'example-cloud-redis'
import { AcmeService } from './acme-service.ts'
import { acmeServices } from './acme-services.ts'

export default defineConfig({
  name: 'acme-platform',
  resources: [CloudRedis, AcmeService],
  controllers: [cloudRedises(new LocalCloud()), acmeServices],
})
