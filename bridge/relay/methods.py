"""What an outside debugger may say to a phone's Chrome: one literal table, method by method.

Each method passes, has addresses in it judged, has its answer filtered, is answered by the
relay's own care, or is refused. A method that is not here is refused. Pure: data, and how it
is read; `relay` acts on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Raw = Mapping[str, Any]


class Way(StrEnum):
    """What is done with a command."""

    PASS = "pass"  # noqa: S105 - no password: it passes
    """It goes to Chrome as it is, while the page may be seen."""
    URL = "url"
    """The addresses in it are judged first."""
    FILTER = "filter"
    """What its answer tells of blocked sites is taken out."""
    BODY = "body"
    """It names a request, which must be one that the debugger was told of."""
    TARGET = "target"
    """It names a target, which must be one that the debugger may see."""
    OWN = "own"
    """The relay has a hand in it; see `relay`."""
    REFUSE = "refuse"
    """Never; the reason is in `REFUSED`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How one method is treated.

    Attributes:
        root: Whether it may be said to the browser itself.
        session: Whether it may be said to a page, frame or worker.
    """

    way: Way
    root: bool = False
    session: bool = True


def _each(text: str, way: Way = Way.PASS, **where: bool) -> Iterator[tuple[str, Rule]]:
    for line in text.strip().splitlines():
        domain, _, names = line.strip().partition(": ")
        for name in names.split():
            yield f"{domain}.{name}", Rule(way, **where)


_PASSES = """
Accessibility: disable enable getPartialAXTree getFullAXTree getRootAXNode getAXNodeAndAncestors
Accessibility: getChildAXNodes queryAXTree
Animation: disable enable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation
Animation: seekAnimations setPaused setPlaybackRate setTiming
Audits: disable enable checkFormsIssues
CSS: addRule collectClassNames createStyleSheet disable enable forcePseudoState forceStartingStyle
CSS: getAnimatedStylesForNode getBackgroundColors getComputedStyleForNode getEnvironmentVariables
CSS: getInlineStylesForNode getLayersForNode getLocationForSelector getLonghandProperties
CSS: getMatchedStylesForNode getMediaQueries getPlatformFontsForNode getStyleSheetText
CSS: resolveValues setContainerQueryText setEffectivePropertyValueForNode setKeyframeKey
CSS: setLocalFontsEnabled setMediaText setPropertyRulePropertyName setRuleSelector setScopeText
CSS: setStyleSheetText setStyleTexts setSupportsText startRuleUsageTracking stopRuleUsageTracking
CSS: takeComputedStyleUpdates takeCoverageDelta trackComputedStyleUpdates
CSS: trackComputedStyleUpdatesForNode
Console: clearMessages disable enable
DOM: collectClassNamesFromSubtree copyTo describeNode disable discardSearchResults enable focus
DOM: forceShowPopover getAnchorElement getAttributes getBoxModel getContainerForNode
DOM: getContentQuads getDetachedDomNodes getDocument getElementByRelation getFlattenedDocument
DOM: getFrameOwner getNodeForLocation getNodesForSubtreeByStyle getNodeStackTraces getOuterHTML
DOM: getQueryingDescendantsForContainer getRelayoutBoundary getSearchResults getTopLayerElements
DOM: hideHighlight highlightNode highlightRect markUndoableState moveTo performSearch
DOM: pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector querySelectorAll redo
DOM: removeAttribute removeNode requestChildNodes requestNode resolveNode scrollIntoViewIfNeeded
DOM: setAttributesAsText setAttributeValue setInspectedNode setNodeName setNodeStackTracesEnabled
DOM: setNodeValue setOuterHTML undo
DOMDebugger: getEventListeners removeDOMBreakpoint removeEventListenerBreakpoint
DOMDebugger: removeInstrumentationBreakpoint removeXHRBreakpoint setBreakOnCSPViolation
DOMDebugger: setDOMBreakpoint setEventListenerBreakpoint setInstrumentationBreakpoint
DOMDebugger: setXHRBreakpoint
DOMSnapshot: captureSnapshot disable enable
DOMStorage: disable enable
Debugger: continueToLocation disable disassembleWasmModule enable evaluateOnCallFrame
Debugger: getPossibleBreakpoints getScriptSource getStackTrace getWasmBytecode
Debugger: nextWasmDisassemblyChunk pause pauseOnAsyncCall restartFrame resume
Debugger: searchInContent setAsyncCallStackDepth setBlackboxedRanges setBlackboxExecutionContexts
Debugger: setBlackboxPatterns setBreakpoint setBreakpointOnFunctionCall
Debugger: setBreakpointsActive setInstrumentationBreakpoint setPauseOnExceptions setReturnValue
Debugger: setScriptSource setSkipAllPauses setVariableValue stepInto stepOut stepOver
DeviceOrientation: clearDeviceOrientationOverride setDeviceOrientationOverride
Emulation: canEmulate clearDeviceMetricsOverride clearDevicePostureOverride
Emulation: clearDisplayFeaturesOverride clearGeolocationOverride clearIdleOverride
Emulation: resetPageScaleFactor setAutoDarkModeOverride setCPUThrottlingRate setDataSaverOverride
Emulation: setDefaultBackgroundColorOverride setDeviceMetricsOverride setDevicePostureOverride
Emulation: setDisabledImageTypes setDisplayFeaturesOverride setDocumentCookieDisabled
Emulation: setEmitTouchEventsForMouse setEmulatedMedia setEmulatedOSTextScale
Emulation: setEmulatedVisionDeficiency setFocusEmulationEnabled setGeolocationOverride
Emulation: setHardwareConcurrencyOverride setIdleOverride setLocaleOverride setNavigatorOverrides
Emulation: setPageScaleFactor setSafeAreaInsetsOverride setScriptExecutionDisabled
Emulation: setScrollbarsHidden setTimezoneOverride setTouchEmulationEnabled setUserAgentOverride
EventBreakpoints: disable removeInstrumentationBreakpoint setInstrumentationBreakpoint
Fetch: continueResponse continueWithAuth disable enable failRequest fulfillRequest
HeapProfiler: collectGarbage disable enable
IO: close read resolveBlob
IndexedDB: disable enable
Input: cancelDragging dispatchDragEvent dispatchKeyEvent dispatchMouseEvent dispatchTouchEvent
Input: imeSetComposition insertText setIgnoreInputEvents setInterceptDrags
Input: synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture
Inspector: disable enable
LayerTree: compositingReasons disable enable
Log: clear disable enable startViolationsReport stopViolationsReport
Media: disable enable
Memory: getDOMCounters
Network: clearAcceptedEncodingsOverride clearBrowserCache disable emulateNetworkConditions
Network: emulateNetworkConditionsByRule enable enableReportingApi getSecurityIsolationStatus
Network: overrideNetworkState setAcceptedEncodings setAttachDebugStack setBlockedURLs
Network: setBypassServiceWorker setCacheDisabled setExtraHTTPHeaders setUserAgentOverride
Overlay: disable enable getGridHighlightObjectsForTest getHighlightObjectForTest
Overlay: getSourceOrderHighlightObjectForTest hideHighlight highlightFrame highlightNode
Overlay: highlightQuad highlightRect highlightSourceOrder setInspectMode
Overlay: setPausedInDebuggerMessage setShowAdHighlights setShowContainerQueryOverlays
Overlay: setShowDebugBorders setShowFlexOverlays setShowFPSCounter setShowGridOverlays
Overlay: setShowHinge setShowHitTestBorders setShowInspectedElementAnchor setShowIsolatedElements
Overlay: setShowLayoutShiftRegions setShowPaintRects setShowScrollBottleneckRects
Overlay: setShowScrollSnapOverlays setShowViewportSizeOnResize setShowWebVitals
Overlay: setShowWindowControlsOverlay
Page: bringToFront captureScreenshot captureSnapshot
Page: clearDeviceMetricsOverride clearDeviceOrientationOverride clearGeolocationOverride close
Page: createIsolatedWorld generateTestReport getAdScriptAncestry getAppId getAppManifest
Page: getInstallabilityErrors getLayoutMetrics getOriginTrials getPermissionsPolicyState
Page: handleJavaScriptDialog printToPDF reload
Page: screencastFrameAck setAdBlockingEnabled setBypassCSP setDeviceMetricsOverride
Page: setDeviceOrientationOverride setDocumentContent setFontFamilies setFontSizes
Page: setGeolocationOverride setInterceptFileChooserDialog setLifecycleEventsEnabled
Page: setPrerenderingAllowed setTouchEmulationEnabled setWebLifecycleState startScreencast
Page: stopLoading stopScreencast waitForDebugger
Performance: disable enable getMetrics setTimeDomain
PerformanceTimeline: enable
Runtime: addBinding awaitPromise callFunctionOn compileScript disable discardConsoleEntries enable
Runtime: evaluate getExceptionDetails getHeapUsage getIsolateId getProperties
Runtime: globalLexicalScopeNames releaseObject releaseObjectGroup removeBinding runScript
Runtime: setAsyncCallStackDepth setCustomObjectFormatterEnabled setMaxCallStackSizeToCapture
Runtime: terminateExecution
Schema: getDomains
Security: disable enable setIgnoreCertificateErrors
Storage: getStorageKey getStorageKeyForFrame
WebAudio: disable enable getRealtimeData
"""

_PASSES_ANYWHERE = """
Browser: cancelDownload getVersion getWindowBounds setWindowBounds
"""
_PASSES_AT_ROOT = "Target: setDiscoverTargets"
_JUDGED = """
DOMStorage: clear getDOMStorageItems removeDOMStorageItem setDOMStorageItem
Fetch: continueRequest
IndexedDB: clearObjectStore deleteDatabase deleteObjectStoreEntries getMetadata requestData
IndexedDB: requestDatabase requestDatabaseNames
Network: deleteCookies getCertificate setCookie setCookies
Page: navigate
"""
_JUDGED_ANYWHERE = """
Browser: grantPermissions resetPermissions setPermission
Storage: clearDataForOrigin clearDataForStorageKey getUsageAndQuota overrideQuotaForOrigin
Storage: setCookies
"""
_FILTERED = """
Network: getAllCookies getCookies
Page: getFrameTree getNavigationHistory getResourceTree
"""
_FILTERED_ANYWHERE = "Storage: getCookies"
_FILTERED_AT_ROOT = "Target: getBrowserContexts getTargets"
_BODIES = """
Audits: getEncodedResponse
Fetch: getResponseBody takeResponseBodyAsStream
Network: getRequestPostData getResponseBody replayXHR searchInResponseBody streamResourceContent
"""
_TARGETS_ANYWHERE = """
Browser: getWindowForTarget
Target: getTargetInfo
"""
_TARGETS_AT_ROOT = "Target: activateTarget attachToTarget closeTarget"
_OWN = """
Debugger: removeBreakpoint setBreakpointByUrl
Page: addScriptToEvaluateOnNewDocument removeScriptToEvaluateOnNewDocument
Page: disable enable navigateToHistoryEntry
Runtime: runIfWaitingForDebugger
"""
_OWN_ANYWHERE = """
Browser: setDownloadBehavior
Target: detachFromTarget setAutoAttach
"""
_OWN_AT_ROOT = "Target: createTarget"

_HIDES = "it would carry commands past the guard"
_WHOLE = "it tells of every site that the browser knows, blocked ones too"
_PERSONS = "it is the person's to do"
REFUSED: dict[str, str] = {
    "Target.sendMessageToTarget": _HIDES,
    "Target.exposeDevToolsProtocol": _HIDES,
    "Target.attachToBrowserTarget": _HIDES,
    "Target.autoAttachRelated": _HIDES,
    "Target.setRemoteLocations": _HIDES,
    "Target.openDevTools": _HIDES,
    "Target.getDevToolsTarget": _HIDES,
    "Target.createBrowserContext": "a phone's Chrome has no other contexts",
    "Target.disposeBrowserContext": "a phone's Chrome has no other contexts",
    "Network.loadNetworkResource": "where a redirect leads is not judged",
    "Network.setRequestInterception": "use Fetch",
    "Network.continueInterceptedRequest": "use Fetch",
    "Network.clearBrowserCookies": "it would end what the person does on every site",
    "Storage.clearCookies": "it would end what the person does on every site",
    "Page.getResourceContent": "where it came from is not judged",
    "Page.searchInResource": "where it came from is not judged",
    "Page.getAnnotatedPageContent": "it holds frames that are not judged",
    "Page.crash": _PERSONS,
    "Browser.close": _PERSONS,
    "Browser.crash": _PERSONS,
    "Browser.crashGpuProcess": _PERSONS,
    "Browser.getBrowserCommandLine": _PERSONS,
    "Browser.executeBrowserCommand": _PERSONS,
    "Input.emulateTouchFromMouseEvent": "use Input.dispatchTouchEvent",
    "DOM.setFileInputFiles": "it would hand the phone's files to a page",
    "DOM.getFileInfo": "it would tell of the phone's files",
    "Autofill.trigger": _PERSONS,
    "Tethering.bind": "it opens a port of the phone",
    "Tracing.start": _WHOLE,
    "Tracing.end": _WHOLE,
    "HeapProfiler.takeHeapSnapshot": _WHOLE,
    "HeapProfiler.startTrackingHeapObjects": _WHOLE,
    "HeapProfiler.getObjectByHeapObjectId": _WHOLE,
    "HeapProfiler.startSampling": _WHOLE,
    "Runtime.queryObjects": _WHOLE,
    "Profiler.start": _WHOLE,
    "Profiler.startPreciseCoverage": _WHOLE,
    "CacheStorage.requestCacheNames": _WHOLE,
    "CacheStorage.requestEntries": _WHOLE,
    "CacheStorage.requestCachedResponse": _WHOLE,
    "ServiceWorker.enable": _WHOLE,
    "SystemInfo.getProcessInfo": _WHOLE,
}
"""Methods that are refused for a reason worth telling; all unknown ones are refused too."""

METHODS: dict[str, Rule] = {
    **dict(_each(_PASSES)),
    **dict(_each(_PASSES_ANYWHERE, root=True)),
    **dict(_each(_PASSES_AT_ROOT, root=True, session=False)),
    **dict(_each(_JUDGED, Way.URL)),
    **dict(_each(_JUDGED_ANYWHERE, Way.URL, root=True)),
    **dict(_each(_FILTERED, Way.FILTER)),
    **dict(_each(_FILTERED_ANYWHERE, Way.FILTER, root=True)),
    **dict(_each(_FILTERED_AT_ROOT, Way.FILTER, root=True, session=False)),
    **dict(_each(_BODIES, Way.BODY)),
    **dict(_each(_TARGETS_ANYWHERE, Way.TARGET, root=True)),
    **dict(_each(_TARGETS_AT_ROOT, Way.TARGET, root=True, session=False)),
    **dict(_each(_OWN, Way.OWN)),
    **dict(_each(_OWN_ANYWHERE, Way.OWN, root=True)),
    **dict(_each(_OWN_AT_ROOT, Way.OWN, root=True, session=False)),
    **dict.fromkeys(REFUSED, Rule(Way.REFUSE, root=True)),
}

SLOW = frozenset({"Page.captureScreenshot", "Page.navigate"})
"""Methods with the longer limit of 30 s."""

LEAVES = frozenset({"Page.navigate", "Page.reload"})
"""What a page may still be told when only a frame in it is blocked: the gate stops that frame."""

HUSHED = frozenset({"Page.screencastFrameAck"})
"""Commands of which the log tells nothing: there are too many."""

NAMING = frozenset(
    {
        "Audits.issueAdded",
        "Browser.downloadWillBegin",
        "Log.entryAdded",
        "Page.backForwardCacheNotUsed",
        "Page.downloadWillBegin",
        "Page.frameRequestedNavigation",
        "Page.frameScheduledNavigation",
        "Page.frameStartedNavigating",
        "Page.windowOpen",
        "PerformanceTimeline.timelineEventAdded",
    }
)
"""Events that name another place than the page's own: dropped when that place is blocked."""

EARS = frozenset(
    {
        "Page.frameNavigated",
        "Page.frameDetached",
        "Page.navigatedWithinDocument",
        "Page.documentOpened",
    }
)
"""Events by which the relay knows what a page shows."""


def is_hushed(method: str, params: Raw) -> bool:
    """Say whether a command is too frequent for the log: acks, and moves of finger and mouse."""
    return method in HUSHED or (
        method.startswith("Input.") and str(params.get("type", "")) in {"mouseMoved", "touchMove"}
    )


def addresses(params: Raw) -> tuple[str, ...]:
    """Return the addresses in a command's parameters that are to be judged."""
    found: list[str] = []
    places: list[Any] = [params, params.get("storageId"), *_list(params.get("cookies"))]
    for place in places:
        if not isinstance(place, Mapping):
            continue
        found += [
            _key(str(place[name]))
            for name in ("url", "origin", "securityOrigin", "storageKey")
            if place.get(name)
        ]
        if place.get("domain"):
            found.append(cookie_address(place))
    bucket = params.get("storageBucket")
    if isinstance(bucket, Mapping) and bucket.get("storageKey"):
        found.append(_key(str(bucket["storageKey"])))
    return tuple(found)


def cookie_address(cookie: Raw) -> str:
    """Return the address that a cookie stands for."""
    path = str(cookie.get("path") or "/")
    return f"https://{str(cookie.get('domain', '')).lstrip('.')}{path}"


def _key(text: str) -> str:
    """Take a storage key's site out of it: what follows `^` says in whose frame it stands."""
    return text.partition("^")[0]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
