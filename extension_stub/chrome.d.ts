// The part of the browser's extension interface that is used here. Types only.

interface ChromeEvent<F extends (...args: never[]) => unknown> {
  addListener(heard: F): void;
}

interface ChromePort {
  readonly name: string;
  readonly sender?: { tab?: { id?: number; windowId?: number } };
  readonly onMessage: ChromeEvent<(message: unknown) => void>;
  readonly onDisconnect: ChromeEvent<() => void>;
  postMessage(message: unknown): void;
  disconnect(): void;
}

declare const chrome: {
  runtime: {
    readonly lastError?: { message?: string };
    getManifest(): { version: string };
    getURL(path: string): string;
    connect(how: { name: string }): ChromePort;
    openOptionsPage(): Promise<void>;
    readonly onConnect: ChromeEvent<(port: ChromePort) => void>;
    readonly onStartup: ChromeEvent<() => void>;
    readonly onInstalled: ChromeEvent<() => void>;
  };
  storage: {
    local: {
      get(keys: string[]): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(keys: string[]): Promise<void>;
    };
    readonly onChanged: ChromeEvent<(changes: Record<string, { newValue?: unknown }>) => void>;
  };
  alarms: {
    create(name: string, how: { periodInMinutes: number }): Promise<void>;
    readonly onAlarm: ChromeEvent<(alarm: { name: string }) => void>;
  };
  tabs: {
    create(how: { url: string }): Promise<unknown>;
    update(id: number, how: { active: boolean }): Promise<unknown>;
  };
};
