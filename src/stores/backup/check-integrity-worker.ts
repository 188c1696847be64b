import { parentPort, workerData } from "node:worker_threads";
import { checkIntegrity } from "../database/health-facts.ts";

parentPort?.postMessage(checkIntegrity(String(workerData)));
