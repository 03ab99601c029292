#pragma once
#import <Foundation/Foundation.h>

typedef UInt32 SystemSoundID;
#ifdef __cplusplus
extern "C" {
#endif
void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);
void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);
#ifdef __cplusplus
}
#endif
