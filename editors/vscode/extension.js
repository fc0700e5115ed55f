// SPDX-License-Identifier: MIT
// Starts `glstep dap`, and shows values as images.
"use strict";

const vscode = require("vscode");

// What a configuration leaves out.
function resolve(folder, configuration) {
  if (!configuration.type && !configuration.request) {
    vscode.window.showErrorMessage("glstep: there is no launch configuration: add one that names the program.");
    return undefined;
  }
  const root = folder && folder.uri.fsPath;
  if (root && !configuration.sourceRoots) configuration.sourceRoots = [root];
  if (root && !configuration.cwd && configuration.request === "launch") configuration.cwd = root;
  return configuration;
}

function adapter(session) {
  const path = vscode.workspace.getConfiguration("glstep", session.workspaceFolder).get("path") || "glstep";
  return new vscode.DebugAdapterExecutable(path, ["dap"]);
}

// Ask for the image of a variable, or of what is typed, and show it.
async function showImage(context) {
  const session = vscode.debug.activeDebugSession;
  if (!session || session.type !== "glstep") return;
  const known = context && context.variable && (context.variable.evaluateName || context.variable.name);
  const expression = known || (await vscode.window.showInputBox({ prompt: "Expression, or a command such as attachment color0" }));
  if (!expression) return;
  let image;
  try {
    image = await session.customRequest("glstep/image", { expression });
  } catch (error) {
    vscode.window.showErrorMessage(`glstep: ${error.message}`);
    return;
  }
  const panel = vscode.window.createWebviewPanel("glstep.image", expression, vscode.ViewColumn.Beside, {});
  const title = expression.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const { min, max, nan } = image.result || {};
  const facts = min === undefined ? "" : `${JSON.stringify(min)} to ${JSON.stringify(max)}, NaNs: ${nan}`;
  panel.webview.html = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<p><code>${title}</code> ${facts.replace(/[&<>"]/g, "")}</p><img style="image-rendering: pixelated; width: 100%" src="data:${image.mimeType};base64,${image.data}">`;
}

exports.activate = function (context) {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider("glstep", { resolveDebugConfiguration: resolve }),
    vscode.debug.registerDebugAdapterDescriptorFactory("glstep", { createDebugAdapterDescriptor: adapter }),
    vscode.commands.registerCommand("glstep.image", showImage)
  );
};

exports.deactivate = function () {};
