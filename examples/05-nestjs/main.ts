/** A NestJS application that is an operator. SIGTERM stops both gracefully. */
import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { loadConfig } from 'kubewright'
import { OperatorModule } from './operator-module.ts'

const operator = OperatorModule.forRoot({ connection: await loadConfig() })
const app = await NestFactory.createApplicationContext(operator, { logger: ['error', 'warn'] })
app.enableShutdownHooks()
