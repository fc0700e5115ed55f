// SPDX-License-Identifier: MIT
// The adapter as npm's @vscode/debugadapter-testsupport drives it, which checks each message's order and form; and as the packed extension starts it.
"use strict";

const assert = require("assert");
const { execFileSync } = require("child_process");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const source = process.env.top_srcdir, build = process.env.top_builddir;
const scene = path.join(source, "examples", "scene-330.frag");
const example = path.join(build, "glstep-example");
const lines = fs.readFileSync(scene, "utf8").split("\n");
const lineOf = (text) => lines.findIndex((line) => line.includes(text)) + 1;

async function withClient(command, words, test) {
  const client = new DebugClient(command, words[0], "glstep");
  await client.start();
  try {
    await test(client);
  } finally {
    await client.stop();
  }
}

const launch = { program: example, args: ["--nan", "--size", "64x48"], cwd: path.join(source, "examples") };

const tests = {
  async unknown(client) {
    await client.initializeRequest();
    await assert.rejects(client.send("illegal_request"), /illegal_request/);
  },
  async initialize(client) {
    const { body } = await client.initializeRequest();
    assert(body.supportsConfigurationDoneRequest && body.supportsStepBack);
  },
  async "run to the end"(client) {
    await Promise.all([client.configurationSequence(), client.launch({ ...launch, args: ["--frames", "2", "--size", "32x32"] }), client.waitForEvent("terminated")]);
  },
  async "stop on entry"(client) {
    const [, , stop] = await Promise.all([client.configurationSequence(), client.launch({ ...launch, stopOnEntry: true }), client.waitForEvent("stopped")]);
    assert.strictEqual(stop.body.reason, "entry");
  },
  async breakpoint(client) {
    const line = lineOf("hit.steps = i + 1;");
    await client.hitBreakpoint(launch, { path: scene, line, verified: false }, { path: scene, line, column: 3 });
    const { body: stack } = await client.stackTraceRequest({ threadId: 1 });
    const { body: scopes } = await client.scopesRequest({ frameId: stack.stackFrames[0].id });
    const { body } = await client.variablesRequest({ variablesReference: scopes.scopes[0].variablesReference });
    assert.strictEqual(body.variables.find((each) => each.name === "budget").value, "64");
    await Promise.all([client.stepOutRequest({ threadId: 1 }), client.assertStoppedLocation("step", { path: scene, line: lineOf("vec3 result = shade(ray, hit)") })]);
    await Promise.all([client.stepBackRequest({ threadId: 1 }), client.waitForEvent("stopped")]);
  },
  async condition(client) {
    const line = lineOf("hit.steps = i + 1;");
    await Promise.all([
      client.waitForEvent("initialized").then(async () => {
        await client.setBreakpointsRequest({ source: { path: scene }, breakpoints: [{ line, condition: "i == 2" }] });
        await client.configurationDoneRequest();
      }),
      client.launch(launch),
      client.assertStoppedLocation("breakpoint", { path: scene, line }),
    ]);
    assert.strictEqual((await client.evaluateRequest({ expression: "i", frameId: 1 })).body.result, "2");
  },
  async exception(client) {
    await Promise.all([
      client.waitForEvent("initialized").then(async () => {
        await client.setExceptionBreakpointsRequest({ filters: ["domain"] });
        await client.configurationDoneRequest();
      }),
      client.launch(launch),
      client.assertStoppedLocation("exception", { path: scene, line: lineOf("sqrt(1.0 - rim_scale") }),
    ]);
  },
};

// The extension, unpacked; VS Code's own part is what it asks of it.
function adapterOfExtension(folder) {
  execFileSync("unzip", ["-q", path.join(build, "editors", "glstep.vsix"), "-d", folder]);
  const told = {};
  const vscode = {
    workspace: { getConfiguration: () => ({ get: () => path.join(build, "glstep") }) },
    debug: {
      registerDebugConfigurationProvider: (type, provider) => (told.provider = provider),
      registerDebugAdapterDescriptorFactory: (type, factory) => (told.factory = factory),
    },
    commands: { registerCommand: (name) => (told.command = name) },
    window: { showErrorMessage: (text) => { throw new Error(text); } },
    DebugAdapterExecutable: class { constructor(command, words) { Object.assign(this, { command, words }); } },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "extension", "package.json"), "utf8"));
  require(path.join(folder, "extension", manifest.main)).activate({ subscriptions: [] });
  Module._load = load;
  assert.strictEqual(manifest.contributes.debuggers[0].type, "glstep");
  const configuration = told.provider.resolveDebugConfiguration({ uri: { fsPath: launch.cwd } }, { type: "glstep", request: "launch", program: example, args: launch.args });
  assert.strictEqual(configuration.cwd, launch.cwd);
  assert.deepStrictEqual(configuration.sourceRoots, [launch.cwd]);
  return { ...told.factory.createDebugAdapterDescriptor({}), configuration };
}

async function main() {
  let failed = 0;
  const run = async (name, function_) => {
    try {
      await function_();
      console.log(`PASS editors-${name.replace(/ /g, "-")}`);
    } catch (error) {
      failed++;
      console.log(`FAIL editors-${name.replace(/ /g, "-")}: ${String(error).split("\n").join(" ")}`);
    }
  };
  for (const [name, test] of Object.entries(tests)) await run(name, () => withClient(path.join(build, "glstep"), ["dap"], test));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "glstep-vsix-"));
  await run("vsix", async () => {
    const { command, words, configuration } = adapterOfExtension(folder);
    const line = lineOf("hit.steps = i + 1;");
    await withClient(command, words, (client) => client.hitBreakpoint(configuration, { path: scene, line, verified: false }, { path: scene, line }));
  });
  fs.rmSync(folder, { recursive: true });
  process.exit(failed ? 1 : 0);
}

main();
