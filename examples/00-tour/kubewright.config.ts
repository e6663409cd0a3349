import { defineConfig } from '@kubewright/cli'
import { CloudRedis, cloudRedises, LocalCloud } from 'example-cloud-redis'
import { AcmeService, acmeServices } from 'example-cohosted'
import { hubAt, LightBulb, LightBulbColor, lightBulbs } from 'example-lightbulb'

export default defineConfig({
  name: 'tour',
  resources: [LightBulb, LightBulbColor, CloudRedis, AcmeService],
  controllers: [lightBulbs(hubAt('http://localhost')), cloudRedises(new LocalCloud()), acmeServices],
})
